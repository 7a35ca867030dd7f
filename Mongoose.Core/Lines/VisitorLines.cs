using System.Collections.Concurrent;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The lines of all visitors of a process. A line is remembered for a while after its last circuit has closed, so that a visitor who comes
/// back or teleports does not begin anew. Any thread may call.
/// </summary>
/// <typeparam name="TVisitor">
/// What identifies a visitor: agent and address. Two agents at one address may have different lines, for example behind a proxy, and an
/// agent with a new address has a new line.
/// </typeparam>
public sealed class VisitorLines<TVisitor> where TVisitor : notnull
{
    /// <summary>How long a line without circuits is remembered. Mobile lines change within minutes.</summary>
    public static readonly Duration Memory = Duration.FromSeconds(600);

    private readonly ConcurrentDictionary<TVisitor, VisitorLine> _lines = new();

    /// <summary>Number of lines that are known.</summary>
    public int Count => _lines.Count;

    /// <summary>The visitor's line, a new one if none is remembered.</summary>
    public VisitorLine Of(TVisitor visitor, PathControlOptions options, Instant now)
    {
        Forget(now);
        VisitorLine line = _lines.GetOrAdd(visitor, static (_, start) => new VisitorLine(start.options, start.now), (options, now));
        line.NoteUsed(now);
        return line;
    }

    /// <summary>The line with open circuits of a visitor who fits; null if there is none.</summary>
    public VisitorLine? Find(Func<TVisitor, bool> fits)
    {
        VisitorLine? found = null;
        foreach ((TVisitor visitor, VisitorLine line) in _lines)
        {
            if (fits(visitor) && line.Circuits > 0 && (found is null || line.UsedAt > found.UsedAt))
                found = line;
        }
        return found;
    }

    /// <summary>Visitors come seldom, so that a search through all of them costs nothing.</summary>
    private void Forget(Instant now)
    {
        foreach ((TVisitor visitor, VisitorLine line) in _lines)
        {
            if (line.Circuits > 0)
                line.NoteUsed(now);
            else if (now - line.UsedAt > Memory)
                _lines.TryRemove(visitor, out _);
        }
    }
}
