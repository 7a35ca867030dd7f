using Mongoose.Core.Units;

namespace Mongoose.Runtime.Terminals;

/// <summary>Decides when a program writes or draws its progress again.</summary>
/// <param name="interval">The time between two updates; must be positive.</param>
public sealed class RegularLines(Duration interval)
{
    private static readonly Duration PipeInterval = Duration.FromSeconds(5);

    private readonly Duration _interval = interval;
    private Duration _next = interval;

    /// <summary>Lines for a pipe: every five seconds.</summary>
    public RegularLines()
        : this(PipeInterval)
    {
    }

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
