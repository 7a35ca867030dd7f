using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>The operator's settings for the textures, meshes and assets that viewers fetch by HTTP. Immutable.</summary>
public sealed record DownloadOptions
{
    public static readonly DownloadOptions Default = new();

    [Setting("httpPacing",
        Text = "send HTTP downloads no faster than the visitor's line carries them: [downloads](../operators/reference.md#downloads)")]
    public HttpPacing Pacing { get; init; }

    [Setting("httpDelayMs", Min = 5, Max = 200, Unit = "ms", Text = "mean queue on the line at which downloads aim")]
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(12);

    [Setting("httpPrompt", Text = "start responses at once, not at OpenSimulator's next tick of 100 ms")]
    public bool IsPrompt { get; init; } = true;

    [Setting("httpPipelines", Text = "answer all pipelined requests; OpenSimulator closes connections after 20 and drops the rest")]
    public bool KeepsPipelines { get; init; } = true;

    [Setting("uplinkKbps", OrZero = true, Min = 500, Max = 10_000_000, Unit = "kbit/s",
        Text = "upstream rate of the simulator's line, which limits all circuits and downloads together; 0: no limit")]
    public DataRate? Uplink { get; init; }
}

/// <summary>Whether downloads are paced.</summary>
public enum HttpPacing
{
    /// <summary>Yes, if the host's TCP reports the bytes in flight of a connection.</summary>
    Auto,

    /// <summary>No: OpenSim sends them as always, and TCP alone limits them.</summary>
    Off,
}
