using Mongoose.Core.Units;

namespace Mongoose.Testbed.Demo;

/// <summary>What stock and Mongoose are compared on.</summary>
/// <param name="Throttle">What the viewer asks for.</param>
/// <param name="Line">Rate of a downstream line that carries less; null: the throttle is what limits.</param>
internal readonly record struct DemoPair(DataRate Throttle, DataRate? Line = null)
{
    /// <summary>What a viewer asks for whose setting is too high for its line, as a multiple of the line's rate.</summary>
    public const double Excess = 3;

    /// <summary>A viewer as visitors have it, on a slow line: nobody has set its bandwidth to what the line carries.</summary>
    public static DemoPair OnLine(DataRate line) => new(line * Excess, line);

    /// <summary>The most that can arrive.</summary>
    public DataRate Limit => Line ?? Throttle;

    public override string ToString() => Line is { } line ? $"circuit {Throttle} over a line of {line}" : $"circuit {Throttle}";
}
