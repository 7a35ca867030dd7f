using Mongoose.Core.Units;

namespace Mongoose.Core.Channels;

/// <summary>
/// Divides a circuit rate between the channels as viewers do: by linear interpolation between four presets, and above the last preset by
/// extrapolation of the last segment (viewers' llviewerthrottle.cpp; Mongoose paper Fig. 2d). The presets are in the viewer's kbit of 1024
/// bit.
/// </summary>
public static class ViewerSplit
{
    /// <summary>Minimum total that a viewer asks for, in viewer kbit/s. Smaller totals are raised to it.</summary>
    public const double MinimumViewerKilobits = 50;

    /// <summary>Maximum total of current viewers, in viewer kbit/s. It was 1500 before 2010 and 3000 before 2018.</summary>
    public const double MaximumViewerKilobits = 6000;

    // Each row sums to its total. Columns in wire order: Resend, Land, Wind, Cloud, Task, Texture, Asset.
    private static readonly double[] Totals = [50, 300, 500, 1000];
    private static readonly double[][] Presets =
    [
        [5, 10, 3, 3, 10, 10, 9],
        [30, 40, 9, 9, 86, 86, 40],
        [50, 70, 14, 14, 136, 136, 80],
        [100, 100, 20, 20, 310, 310, 140],
    ];

    /// <summary>
    /// Splits <paramref name="total"/>, which is first clamped to [<see cref="MinimumViewerKilobits"/>,
    /// <paramref name="maximumViewerKilobits"/>]. Because each channel is rounded, the channels sum to the clamped total within 4 bit/s.
    /// </summary>
    public static ChannelRates Of(DataRate total, double maximumViewerKilobits = MaximumViewerKilobits)
    {
        double kilobits = Math.Clamp(total.ViewerKilobitsPerSecond, MinimumViewerKilobits,
            Math.Max(MinimumViewerKilobits, maximumViewerKilobits));
        int upper = 1;
        while (upper < Totals.Length - 1 && Totals[upper] <= kilobits)
            upper++;
        double position = (kilobits - Totals[upper - 1]) / (Totals[upper] - Totals[upper - 1]);

        ChannelRates split = default;
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            double low = Presets[upper - 1][i], high = Presets[upper][i];
            split[i] = DataRate.FromViewerKilobitsPerSecond(low + position * (high - low));
        }
        return split;
    }
}
