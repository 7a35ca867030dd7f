using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>A time in which visitors suffered. Not thread-safe.</summary>
public sealed class Incident
{
    /// <summary>Visitors whose figures are kept of each second: operators do not read two hundred.</summary>
    private const int MaxVisitors = 20;

    private readonly Dictionary<(Cause Cause, SimulatorPart? Part, string? Region), (int Seconds, Finding Worst)> _causes = [];

    internal Incident(int id, long began, Instant at, IReadOnlyList<Moment> minute)
    {
        (Id, Began, BeganAt, EndedAt) = (id, began, at, at);
        Changes = Incidents.Changes.In(minute);
        Minute = [.. minute.Select(WithoutTheLeastHarmed)];
    }

    /// <summary>Its number in this process, from 1 on.</summary>
    public int Id { get; }

    /// <summary>When it began, in Unix milliseconds.</summary>
    public long Began { get; }

    /// <summary>How long it lasted, or has lasted.</summary>
    public Duration Length => EndedAt - BeganAt;

    /// <summary>Whether no visitor suffers any more.</summary>
    public bool IsOver { get; internal set; }

    /// <summary>The minute before, and its first seconds, oldest first, with the twenty visitors who suffered most.</summary>
    public IReadOnlyList<Moment> Minute { get; }

    /// <summary>What changed in that minute.</summary>
    public IReadOnlyList<Change> Changes { get; }

    /// <summary>The most visitors who suffered at once.</summary>
    public int Harmed { get; private set; }

    /// <summary>The cause of most of its seconds, as it was in its worst one.</summary>
    public Finding Finding => _causes.Values.MaxBy(cause => cause.Seconds).Worst;

    /// <summary>Its causes with their seconds, the longest first.</summary>
    public IEnumerable<(Finding Finding, int Seconds)> Causes =>
        from cause in _causes.Values orderby cause.Seconds descending select (cause.Worst, cause.Seconds);

    internal Instant BeganAt { get; }

    /// <summary>The last second in which a visitor suffered.</summary>
    internal Instant EndedAt { get; private set; }

    /// <summary>Adds a second in which a visitor suffers.</summary>
    internal void Add(Diagnosis diagnosis, Instant at)
    {
        EndedAt = at;
        Harmed = Math.Max(Harmed, diagnosis.Harmed);
        Finding now = diagnosis.Worst!;
        (int seconds, Finding worst) = _causes.GetValueOrDefault((now.Cause, now.Part, now.Region), (0, now));
        _causes[(now.Cause, now.Part, now.Region)] = (seconds + 1, now.Harm > worst.Harm ? now : worst);
    }

    private static Moment WithoutTheLeastHarmed(Moment moment) => moment.Visitors.Count <= MaxVisitors ? moment
        : moment with { Visitors = [.. moment.Visitors.OrderByDescending(visitor => visitor.Harm).Take(MaxVisitors)] };
}
