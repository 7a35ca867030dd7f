namespace Mongoose.Testbed.Reports.Svg;

/// <summary>Keeps labels from lying on each other.</summary>
public static class Labels
{
    /// <summary>
    /// Places at least <paramref name="gap"/> apart and as near to the wanted ones as that allows, in the same order, between
    /// <paramref name="from"/> and <paramref name="to"/> while they fit there.
    /// </summary>
    public static double[] Spread(IReadOnlyList<double> wanted, double gap, double from, double to)
    {
        int[] order = Enumerable.Range(0, wanted.Count).OrderBy(i => wanted[i]).ToArray();
        double[] places = new double[wanted.Count];
        double least = from;
        foreach (int i in order)
        {
            places[i] = Math.Max(wanted[i], least);
            least = places[i] + gap;
        }
        double most = to;
        foreach (int i in order.Reverse())
        {
            places[i] = Math.Min(places[i], most);
            most = places[i] - gap;
        }
        return places;
    }
}
