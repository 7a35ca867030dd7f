using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Network.Numerics;

/// <summary>Checks of what a link is described with; each gives back what it is given, or one line that says what is allowed.</summary>
internal static class Allowed
{
    /// <exception cref="ArgumentException">It is not.</exception>
    public static double Probability(double value, string what) => Between(value, 0, 1, what);

    /// <inheritdoc cref="Probability"/>
    public static double Between(double value, double least, double most, string what) => value >= least && value <= most
        ? value
        : throw new ArgumentException(string.Create(CultureInfo.InvariantCulture, $"{what} {value}: allowed are {least} to {most}"));

    /// <inheritdoc cref="Probability"/>
    public static Duration Between(Duration value, Duration least, Duration most, string what) => value >= least && value <= most
        ? value
        : throw new ArgumentException(string.Create(CultureInfo.InvariantCulture,
            $"{what} {value.Milliseconds} ms: allowed are {least.Milliseconds} to {most.Milliseconds} ms"));
}
