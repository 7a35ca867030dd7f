using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>A time in which visitors suffered. Not thread-safe.</summary>
public sealed class Incident
{
    /// <summary>Visitors whose figures are kept of each second: operators do not read two hundred.</summary>
    private const int MaxVisitors = 20;

    /// <summary>Circuits, and avatars, whose numbers are kept.</summary>
    private const int MaxNumbers = 100;

    private readonly Dictionary<(Cause Cause, SimulatorPart? Part, string? Region), IncidentCause> _causes = [];
    private readonly HashSet<int> _visitors = [], _avatars = [];

    internal Incident(int id, long began, Instant at, IReadOnlyList<Moment> minute, bool isOfSimulator)
    {
        (Id, Began, BeganAt, EndedAt, IsOfSimulator) = (id, began, at, at, isOfSimulator);
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

    /// <summary>Whether its causes are the simulator, its host or its line; otherwise visitors' lines and settings.</summary>
    public bool IsOfSimulator { get; }

    /// <summary>The most visitors who suffered at once.</summary>
    public int Harmed { get; private set; }

    /// <summary>The numbers of the first hundred circuits whose visitors suffered.</summary>
    public IReadOnlyCollection<int> Visitors => _visitors;

    /// <summary>The numbers of the first hundred avatars that suffered.</summary>
    public IReadOnlyCollection<int> Avatars => _avatars;

    /// <summary>The cause that harmed most, as it was in its worst second.</summary>
    public Finding Finding => Causes.First().Worst;

    /// <summary>Its causes, first the one that harmed most.</summary>
    public IEnumerable<IncidentCause> Causes => _causes.Values.OrderByDescending(cause => cause.Harm);

    internal Instant BeganAt { get; }

    /// <summary>The last second in which a visitor suffered.</summary>
    internal Instant EndedAt { get; private set; }

    /// <summary>Adds a second in which a visitor suffers.</summary>
    /// <param name="findings">The findings that harm, of this incident's kind.</param>
    internal void Add(IReadOnlyCollection<Finding> findings, Diagnosis diagnosis, Instant at)
    {
        EndedAt = at;
        Harmed = Math.Max(Harmed, findings.Sum(finding => finding.Harmed));
        foreach (Finding now in findings)
        {
            IncidentCause before = _causes.GetValueOrDefault((now.Cause, now.Part, now.Region), new IncidentCause(now, 0, 0));
            _causes[(now.Cause, now.Part, now.Region)] =
                new IncidentCause(now.Harm > before.Worst.Harm ? now : before.Worst, before.Seconds + 1, before.Harm + now.Harm);
        }
        HashSet<Cause> causes = [.. findings.Select(finding => finding.Cause)];
        foreach (Verdict verdict in diagnosis.Visitors)
        {
            if (verdict is not { IsHarmed: true, Cause: { } cause, Visitor.Figures: { IsChild: false } figures } || !causes.Contains(cause))
                continue;
            if (_visitors.Count < MaxNumbers)
                _visitors.Add(figures.Number);
            if (_avatars.Count < MaxNumbers)
                _avatars.Add(figures.Avatar);
        }
    }

    private static Moment WithoutTheLeastHarmed(Moment moment) => moment.Visitors.Count <= MaxVisitors ? moment
        : moment with { Visitors = [.. moment.Visitors.OrderByDescending(visitor => visitor.Harm).Take(MaxVisitors)] };
}

/// <summary>A cause of an incident.</summary>
/// <param name="Worst">What it was in its worst second.</param>
/// <param name="Seconds">The seconds in which it harmed.</param>
/// <param name="Harm">The sum of its harm over visitors and seconds.</param>
public sealed record IncidentCause(Finding Worst, int Seconds, double Harm);
