using Mongoose.Core.Settings;
using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>The application of a TCP flow.</summary>
internal abstract record TcpApplication
{
    /// <summary>Whether its data is a response to requests in the other direction.</summary>
    public virtual bool IsRequestDriven => false;
}

/// <summary>A bulk transfer, as fast as TCP allows.</summary>
/// <param name="Bytes">Number of bytes to send; null for an endless transfer.</param>
internal sealed record BulkApplication(long? Bytes) : TcpApplication;

/// <summary>Alternating periods with and without data.</summary>
internal sealed record OnOffApplication(OnOffOptions Options) : TcpApplication;

/// <summary>Data at a constant rate.</summary>
internal sealed record PacedApplication(PacedOptions Options) : TcpApplication;

/// <summary>Requests in the opposite direction of the flow, responses along it.</summary>
internal sealed record RequestResponseApplication(RequestResponseOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}

/// <summary>A video in chunks: requests in the opposite direction of the flow, chunks along it.</summary>
internal sealed record DashApplication(DashOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}

/// <summary>The application of a TCP flow, as declared in a file.</summary>
internal sealed record ApplicationSettings : ISettingRules
{
    [Setting("kind", IsKind = true, Text = "each has its own keys")]
    public ApplicationKind Kind { get; init; }

    [Setting("bytes", Of = "bulk", Min = 1, Default = "no limit", Text = "bytes to send")]
    public long? Bytes { get; init; }

    [Inlined(Of = "onOff")]
    public OnOffOptions OnOff { get; init; } = new();

    [Inlined(Of = "requestResponse")]
    public RequestResponseOptions RequestResponse { get; init; } = new();

    [Inlined(Of = "dash")]
    public DashOptions Dash { get; init; } = new();

    [Inlined(Of = "paced")]
    public PacedOptions Paced { get; init; } = new();

    object ISettingRules.Finish(ISettingReport report) => Kind switch
    {
        ApplicationKind.OnOff => new OnOffApplication(OnOff),
        ApplicationKind.RequestResponse => new RequestResponseApplication(RequestResponse),
        ApplicationKind.Dash => new DashApplication(Dash),
        ApplicationKind.Paced => new PacedApplication(Paced),
        _ => new BulkApplication(Bytes),
    };
}

/// <summary>The applications; files have the members' names in camel case.</summary>
internal enum ApplicationKind
{
    Bulk,
    OnOff,
    RequestResponse,
    Dash,
    Paced,
}
