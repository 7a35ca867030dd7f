using System.Collections.Concurrent;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The lines of all visitors of a process. A line is remembered for a while after its last circuit has closed, so that a visitor who comes
/// back or teleports does not start from nothing. Any thread may call.
/// </summary>
/// <typeparam name="TVisitor">
/// The identity of a visitor: agent and address. Two agents at one address may have different lines, for example if they use a proxy, and
/// an agent with a new address has a new line.
/// </typeparam>
public sealed class VisitorLines<TVisitor> where TVisitor : notnull
{
    /// <summary>How long a line without circuits is remembered. Mobile lines change within minutes.</summary>
    public static readonly Duration Memory = Duration.FromSeconds(600);

    private readonly ConcurrentDictionary<TVisitor, VisitorLine> _lines = new();

    /// <summary>Number of lines that are known.</summary>
    public int Count => _lines.Count;

    /// <summary>The visitor's line, a new one if none is remembered.</summary>
    public VisitorLine GetOrAdd(TVisitor visitor, PathControlOptions options, Instant now)
    {
        RemoveExpired(now);
        VisitorLine line = _lines.GetOrAdd(visitor, static (_, start) => new VisitorLine(start.options, start.now), (options, now));
        line.RecordUsed(now);
        return line;
    }

    /// <summary>The most recently used line with open circuits of a visitor who fits; null if there is none.</summary>
    public VisitorLine? Find(Func<TVisitor, bool> fits) => _lines.Where(entry => fits(entry.Key) && entry.Value.Circuits > 0)
        .Select(entry => entry.Value).MaxBy(line => line.UsedAt);

    /// <summary>Visitors rarely arrive, so a search through all lines costs next to nothing.</summary>
    private void RemoveExpired(Instant now)
    {
        foreach ((TVisitor visitor, VisitorLine line) in _lines)
        {
            if (line.Circuits > 0)
                line.RecordUsed(now);
            else if (now - line.UsedAt > Memory)
                _lines.TryRemove(new KeyValuePair<TVisitor, VisitorLine>(visitor, line)); // Another thread may have added a new one.
        }
    }
}
