using System.Net;
using Mongoose.Core.Lines;
using Mongoose.Server.Configuration;
using Mongoose.Server.Downloads;
using Mongoose.Server.OpenSimReflection;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Regions;

/// <summary>The module's state in this process. It exists only if Mongoose serves the regions.</summary>
internal sealed class ModuleState(MongooseSettings settings, OpenSimInternals internals)
{
    private static volatile ModuleState? _current;
    private volatile bool _isShaping = true;
    private string? _whyUnpaced;

    /// <summary>Null while the stock server serves the regions.</summary>
    public static ModuleState? Current
    {
        get => _current;
        set => _current = value;
    }

    public MongooseSettings Settings => settings;

    public OpenSimInternals Internals => internals;

    /// <summary>The lines of all visitors. All regions share them, because a visitor has circuits with several regions.</summary>
    public VisitorLines<(string Agent, IPAddress Address)> Lines { get; } = new();

    /// <summary>The line of the simulator's host; null if it is not limited.</summary>
    public HostUplink? Uplink { get; } = settings.Downloads.Uplink is { } rate ? new HostUplink(rate, OutboundThread.Now) : null;

    /// <summary>The downloads by HTTP; null if OpenSim serves them alone.</summary>
    public DownloadCaps? Downloads { get; set; }

    /// <summary>Why downloads by HTTP are not paced at present; null if they are.</summary>
    public string? WhyUnpaced
    {
        get => IsShaping ? _whyUnpaced : "Mongoose is disabled on the console";
        set => _whyUnpaced = value;
    }

    /// <summary>Why visitors can have downloads by HTTP that are not measured; null if all are.</summary>
    public string? WhyDownloadsUnseen => WhyUnpaced
        ?? (Downloads?.Elsewhere.ToArray() is { Length: > 0 } elsewhere ? $"other servers serve {string.Join(", ", elsewhere)}" : null);

    /// <summary>
    /// Whether Mongoose shapes the circuits of all regions; if false, OpenSim schedules them. Any thread may change it at any time.
    /// </summary>
    public bool IsShaping
    {
        get => _isShaping;
        set => _isShaping = value;
    }
}
