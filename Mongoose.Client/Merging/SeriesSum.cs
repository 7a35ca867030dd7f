using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Client.Merging;

/// <summary>Adds up seconds of parts on one clock.</summary>
internal static class SeriesSum
{
    /// <summary>
    /// The whole seconds by which a part begins later on the common clock. Their ends differ by at most half a second.
    /// </summary>
    public static double WholeSeconds(Duration later) => Math.Round(later.Seconds, MidpointRounding.AwayFromZero);

    /// <param name="parts">The seconds of each part, and the time by which the part began after the first.</param>
    /// <returns>The seconds in which a part ran: no more than all parts have, however far they are apart.</returns>
    public static RunSeries Add(IEnumerable<(RunSeries Seconds, Duration Later)> parts)
    {
        (RunSeries Seconds, double Shift)[] shifted = parts.Select(part => (part.Seconds, WholeSeconds(part.Later))).ToArray();
        double[] seconds = shifted.SelectMany(part => part.Seconds.Second.Select(second => second + part.Shift)).Distinct()
            .Order().ToArray();
        RunSeries sums = RunSeries.Empty(seconds.Length) with { Second = seconds };
        foreach ((RunSeries part, double shift) in shifted)
        {
            for (int i = 0; i < part.Second.Length; i++)
                Add(sums, Array.BinarySearch(seconds, part.Second[i] + shift), part, i);
        }
        return sums;
    }

    private static void Add(RunSeries sums, int place, RunSeries part, int i)
    {
        sums.InRegion[place] += part.InRegion[i];
        sums.RequestedKbps[place] += part.RequestedKbps[i];
        sums.ReceivedKbps[place] += part.ReceivedKbps[i];
        sums.LossEvents[place] += part.LossEvents[i];
        sums.LostPackets[place] += part.LostPackets[i];
        if (part.HttpKbps.Length > 0)
            sums.HttpKbps[place] += part.HttpKbps[i];
    }
}
