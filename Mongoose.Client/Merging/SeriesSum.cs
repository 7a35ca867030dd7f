using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Client.Merging;

/// <summary>Adds up seconds of parts on one clock.</summary>
internal static class SeriesSum
{
    /// <summary>
    /// The whole seconds by which a part begins later on the common clock. Rounding moves the ends of its seconds by at most half a second.
    /// </summary>
    public static double WholeSeconds(Duration later) => Math.Round(later.Seconds, MidpointRounding.AwayFromZero);

    /// <param name="parts">The seconds of each part, and the time by which the part began after the first.</param>
    /// <returns>The seconds in which any part ran; gaps between the parts add no seconds.</returns>
    public static RunSeries Add(IEnumerable<(RunSeries Seconds, Duration Later)> parts)
    {
        (RunSeries Seconds, double Shift)[] shifted = parts.Select(part => (part.Seconds, WholeSeconds(part.Later))).ToArray();
        double[] seconds = shifted.SelectMany(part => part.Seconds.Second.Select(second => second + part.Shift)).Distinct()
            .Order().ToArray();
        RunSeries sums = RunSeries.Empty(seconds.Length) with { Second = seconds };
        foreach ((RunSeries part, double shift) in shifted)
        {
            int[] places = Array.ConvertAll(part.Second, second => Array.BinarySearch(seconds, second + shift));
            foreach ((double[] sum, double[] column) in sums.Columns().Zip(part.Columns()))
            {
                for (int i = 0; i < places.Length; i++)
                    sum[places[i]] += column[i];
            }
        }
        return sums;
    }
}
