using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// Divides a line's rate among the circuits of its visitor. Circuits that could send more divide what the others leave, in proportion to
/// their weights. A circuit that sends little may send at once as much as its weight permits.
/// </summary>
internal static class LineDivision
{
    /// <summary>The circuit of the visitor's own region, the root, comes first: it weighs as much as eight neighbours.</summary>
    private const double RootWeight = 8, ChildWeight = 1;

    public static void Divide(PathController control, LineShare[] shares, PathLimitKind kind, Instant now)
    {
        double free = control.Rate.BytesPerSecond, weights = 0;
        foreach (LineShare share in shares)
        {
            if (share.IsLimited(now))
                weights += WeightOf(share);
            else
                free -= share.DeliveredAt(now);
        }
        free = Math.Max(free, control.Rate.BytesPerSecond / 2);
        foreach (LineShare share in shares)
        {
            double weight = WeightOf(share);
            // Other threads may report limits during the loop.
            double all = Math.Max(weight, share.IsLimited(now) ? weights : weights + weight);
            share.Publish(control, DataRate.FromBytesPerSecond(free * weight / all), kind);
        }
    }

    private static double WeightOf(LineShare share) => share.IsRoot ? RootWeight : ChildWeight;
}
