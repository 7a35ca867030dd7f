using Mongoose.Core.Downloads;
using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Downloads;

/// <summary>How Mongoose answers downloads by HTTP: the operator's settings. Stock does not have them.</summary>
internal sealed record HttpSettings
{
    [Setting("httpPacing", Text = "whether `downloads` beside the circuit are paced")]
    public HttpPacing Pacing { get; init; }

    [Inlined]
    public DownloadOptions Options { get; init; } = DownloadOptions.Default;

    [Setting("httpPrompt", Text = "whether each response starts at once; else at a tick of 100 ms, as in OpenSimulator")]
    public bool IsPrompt { get; init; } = true;

    [Setting("httpPipelines", Text = "whether connections last; else they end after 20 requests and lose those that wait, as in OpenSimulator")]
    public bool KeepsPipelines { get; init; } = true;
}

/// <summary>Whether downloads are paced.</summary>
internal enum HttpPacing
{
    /// <summary>Yes, where the host shows what is on the way on a connection.</summary>
    Auto,

    /// <summary>No: TCP alone limits them.</summary>
    Off,
}
