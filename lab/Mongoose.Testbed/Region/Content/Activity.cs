using Mongoose.Core.Units;

namespace Mongoose.Testbed.Region.Content;

/// <summary>The activities of avatars, as named in the paper's Table I.</summary>
internal enum Activity
{
    /// <summary>No avatar is present.</summary>
    None,
    Standing,
    Walking,
    Flying,
    Teleporting,
}

/// <summary>The islands of the paper's Table I.</summary>
internal enum Island
{
    Cathedral,
    Sparta,
    Linlithgow,
}

/// <summary>Downstream rates by activity (Mongoose paper, Table I), in kbit/s of 1000.</summary>
internal static class ActivityRates
{
    // Rows: islands. Columns: standing, walking, flying, teleporting.
    private static readonly double[][] Kilobits =
    [
        [189, 253, 434, 357],
        [51, 214, 224, 269],
        [102, 278, 292, 369],
    ];

    public static DataRate Of(Island island, Activity activity) => activity == Activity.None
        ? DataRate.Zero
        : DataRate.FromKilobitsPerSecond(Kilobits[(int)island][(int)activity - 1]);
}
