using Mongoose.Core.Channels;

namespace Mongoose.Testbed.Results;

/// <summary>What the charts of a run are drawn from.</summary>
public sealed record RunSeries
{
    public static readonly RunSeries Empty = new();

    /// <summary>Width of one time bin, in milliseconds.</summary>
    public double BinMs { get; init; }

    /// <summary>kbit/s by channel (outer, as <see cref="Channel"/>) and time bin (inner); rows may be empty.</summary>
    public double[][] Kbps { get; init; } = [];

    /// <summary>Task delays at evenly spaced quantiles: entry i of n is quantile i / (n - 1), the last the maximum.</summary>
    public double[] TaskDelayMs { get; init; } = [];

    /// <summary>The bins of one channel; empty when the channel was not recorded.</summary>
    public double[] Of(Channel channel) => (int)channel < Kbps.Length ? Kbps[(int)channel] : [];
}
