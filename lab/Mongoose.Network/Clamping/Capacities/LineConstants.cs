using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The constants that several of the line's measurements share. All other constants are at the end of the class that uses them.
/// </summary>
internal static class LineConstants
{
    /// <summary>Part of the capacity from which the flows count as using it; windows of whole segments reach more.</summary>
    public const double UsedPart = 0.75;

    /// <summary>An interval longer than this has had hardly any packets, and its queue counts as empty.</summary>
    public static readonly Duration MaxInterval = Duration.FromSeconds(1);

    /// <summary>
    /// Base round trips contain the minimum queue of the last 10 s. With a margin of 1.03 or more a queue below the target never empties,
    /// and with a margin of 1 it may stay for seconds. It would become part of the base, and the windows would grow by it again every 10 s.
    /// So the capacity dips until fewer packets arrive than before: then the queue has been empty. Dips cost less than 1 % of the line. A
    /// standing queue that was drained does not replace a dip: it may have been drained to just below the target.
    /// </summary>
    public static readonly Duration DipEvery = Duration.FromSeconds(8);
}
