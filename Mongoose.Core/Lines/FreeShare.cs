namespace Mongoose.Core.Lines;

/// <summary>
/// A share of what is free. Those who could send more divide it in proportion to their weights. One who sends less may send at once as much as if it were one
/// of them.
/// </summary>
internal static class FreeShare
{
    /// <param name="free">What is free, in bytes per second.</param>
    /// <param name="weight">The weight of the one.</param>
    /// <param name="limited">The weights of all who could send more.</param>
    /// <param name="isLimited">Whether the one is among them.</param>
    public static double Of(double free, double weight, double limited, bool isLimited) =>
        // Other threads note limits meanwhile: nobody gets more than all.
        free * weight / Math.Max(weight, isLimited ? limited : limited + weight);
}
