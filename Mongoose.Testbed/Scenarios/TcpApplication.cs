using Mongoose.Core.Settings;
using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>What a TCP flow carries.</summary>
internal abstract record TcpApplication
{
    /// <summary>Whether what it carries is asked for, by requests the other way.</summary>
    public virtual bool IsRequestDriven => false;
}

/// <summary>As much as TCP lets through.</summary>
/// <param name="Bytes">Null: without end.</param>
internal sealed record BulkApplication(long? Bytes) : TcpApplication;

/// <summary>Data without end, and none, in turn.</summary>
internal sealed record OnOffApplication(OnOffOptions Options) : TcpApplication;

/// <summary>Requests against the flow's direction, responses along it.</summary>
internal sealed record RequestResponseApplication(RequestResponseOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}

/// <summary>A video in chunks: requests against the flow's direction, chunks along it.</summary>
internal sealed record DashApplication(DashOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}

/// <summary>What a TCP flow carries, as a file describes it.</summary>
internal sealed record ApplicationSettings : ISettingRules
{
    [Setting("kind", IsKind = true, Text = "each has keys of its own")]
    public ApplicationKind Kind { get; init; }

    [Setting("bytes", Of = "bulk", Min = 1, Default = "without end", Text = "how much is sent")]
    public long? Bytes { get; init; }

    [Inlined(Of = "onOff")]
    public OnOffOptions OnOff { get; init; } = new();

    [Inlined(Of = "requestResponse")]
    public RequestResponseOptions RequestResponse { get; init; } = new();

    [Inlined(Of = "dash")]
    public DashOptions Dash { get; init; } = new();

    object ISettingRules.Finish(ISettingReport report) => Kind switch
    {
        ApplicationKind.OnOff => new OnOffApplication(OnOff),
        ApplicationKind.RequestResponse => new RequestResponseApplication(RequestResponse),
        ApplicationKind.Dash => new DashApplication(Dash),
        _ => new BulkApplication(Bytes),
    };
}

/// <summary>The applications by the names that files have for them.</summary>
internal enum ApplicationKind
{
    Bulk,
    OnOff,
    RequestResponse,
    Dash,
}
