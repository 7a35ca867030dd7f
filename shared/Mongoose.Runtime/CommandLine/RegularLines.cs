using Mongoose.Core.Units;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Decides when a program that runs in a pipe writes its next line of progress.</summary>
public sealed class RegularLines
{
    private static readonly Duration Interval = Duration.FromSeconds(5);

    private Duration _next = Interval;

    /// <summary>Whether a line is due; it is then not due again for five seconds.</summary>
    /// <param name="elapsed">The time since the run began; it never decreases.</param>
    public bool IsDue(Duration elapsed)
    {
        if (elapsed < _next)
            return false;
        while (_next <= elapsed)
            _next += Interval;
        return true;
    }
}
