using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Network.Numerics;

/// <summary>Checks a link's parameters; each method returns its argument, or throws with one line that lists what is allowed.</summary>
internal static class Allowed
{
    /// <exception cref="ArgumentException">The value is not allowed.</exception>
    public static double Probability(double value, string what) => Between(value, 0, 1, what);

    /// <inheritdoc cref="Probability"/>
    public static double Between(double value, double min, double max, string what) => value >= min && value <= max
        ? value
        : throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"{what} {value}: allowed are {min} to {max}"));

    /// <inheritdoc cref="Probability"/>
    public static Duration Between(Duration value, Duration min, Duration max, string what) => value >= min && value <= max
        ? value
        : throw new ArgumentException(string.Create(CultureInfo.InvariantCulture,
            $"{what} {value.Milliseconds} ms: allowed are {min.Milliseconds} to {max.Milliseconds} ms"));
}

/// <summary>Checks the times of steps.</summary>
internal static class StepTimes
{
    /// <exception cref="ArgumentException">There is no step, the first is not at 0, or a step is not after the previous one.</exception>
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
