using Mongoose.Core.Units;

namespace Mongoose.Network.Numerics;

/// <summary>When something changes in steps.</summary>
internal static class StepTimes
{
    /// <exception cref="ArgumentException">There is no step, the first is not at 0, or one is not after the one before it.</exception>
    public static void Check(IEnumerable<Duration> times, string what)
    {
        Duration[] all = times.ToArray();
        if (all.Length == 0 || all[0] != Duration.Zero)
            throw new ArgumentException($"{what} steps: the first must be at 0 s");
        for (int i = 1; i < all.Length; i++)
        {
            if (all[i] <= all[i - 1])
                throw new ArgumentException($"{what} step {i} at {all[i]}: must be after {all[i - 1]}");
        }
    }
}
