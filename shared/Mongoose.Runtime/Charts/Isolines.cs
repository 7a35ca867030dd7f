namespace Mongoose.Runtime.Charts;

/// <summary>
/// Lines where a quantity on a grid has a given value. Marching squares: each cell is cut by straight lines between points that are
/// interpolated on its edges. Cells with a corner that is not finite have no lines.
/// </summary>
public static class Isolines
{
    /// <param name="x">Positions of the columns.</param>
    /// <param name="y">Positions of the rows.</param>
    /// <param name="values">Values by row (outer) and column (inner).</param>
    /// <param name="level">The value on the lines.</param>
    public static List<((double X, double Y) From, (double X, double Y) To)> Trace(double[] x, double[] y, double[][] values, double level)
    {
        List<((double, double), (double, double))> segments = [];
        for (int row = 0; row + 1 < y.Length; row++)
        {
            for (int column = 0; column + 1 < x.Length; column++)
            {
                (double X, double Y, double Value)[] corners =
                [
                    (x[column], y[row], values[row][column]), (x[column + 1], y[row], values[row][column + 1]),
                    (x[column + 1], y[row + 1], values[row + 1][column + 1]), (x[column], y[row + 1], values[row + 1][column]),
                ];
                if (corners.All(corner => double.IsFinite(corner.Value)))
                    segments.AddRange(Cut(corners, level));
            }
        }
        return segments;
    }

    private static IEnumerable<((double, double), (double, double))> Cut((double X, double Y, double Value)[] corners, double level)
    {
        List<(double X, double Y)> crossings = [];
        for (int i = 0; i < 4; i++)
        {
            (double X, double Y, double Value) a = corners[i], b = corners[(i + 1) % 4];
            if (a.Value < level == b.Value < level)
                continue;
            double share = (level - a.Value) / (b.Value - a.Value);
            crossings.Add((a.X + share * (b.X - a.X), a.Y + share * (b.Y - a.Y)));
        }
        if (crossings.Count == 2)
            return [(crossings[0], crossings[1])];
        if (crossings.Count < 4)
            return [];
        // A saddle point: the mean of the corners decides which pair of corners is connected.
        bool together = corners.Average(corner => corner.Value) < level == corners[0].Value < level;
        return together
            ? [(crossings[0], crossings[1]), (crossings[2], crossings[3])]
            : [(crossings[3], crossings[0]), (crossings[1], crossings[2])];
    }
}
