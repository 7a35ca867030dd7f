using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>What an operator can set of the downloads' pacing. Immutable.</summary>
public sealed record DownloadOptions
{
    public static readonly DownloadOptions Default = new();

    [Setting("httpDelayMs", Min = 5, Max = 200, Unit = "ms", Text = "queue that a visitor's downloads by HTTP may keep on the line")]
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(12);
}
