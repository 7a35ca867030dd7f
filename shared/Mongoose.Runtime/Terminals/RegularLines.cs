using Mongoose.Core.Units;

namespace Mongoose.Runtime.Terminals;

/// <summary>Decides when a program writes or draws its progress again.</summary>
public sealed class RegularLines
{
    private static readonly Duration PipeInterval = Duration.FromSeconds(5);

    private readonly Duration _interval;
    private Duration _next;

    /// <summary>Lines for a pipe: every five seconds.</summary>
    public RegularLines()
        : this(PipeInterval)
    {
    }

    /// <param name="interval">The time between two updates; must be positive.</param>
    public RegularLines(Duration interval) => (_interval, _next) = (interval, interval);

    /// <summary>Whether an update is due; the next one is then due at the next multiple of the interval.</summary>
    /// <param name="elapsed">The time since the run began; it never decreases.</param>
    public bool IsDue(Duration elapsed)
    {
        if (elapsed < _next)
            return false;
        while (_next <= elapsed)
            _next += _interval;
        return true;
    }
}
