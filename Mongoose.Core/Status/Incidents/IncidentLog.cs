using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>
/// Twenty incidents. What the simulator does to visitors, and what their lines and settings do, are incidents of their own: at an event
/// some visitor's line is always bad. The last ten of each kind stay, and more if the other kind is rarer. Not thread-safe.
/// </summary>
public sealed class IncidentLog
{
    /// <summary>The number of incidents that are kept.</summary>
    public const int MaxIncidents = 20;

    /// <summary>The moments that are kept: a minute, and the seconds that an incident takes to begin.</summary>
    private const int MaxMoments = 60 + BeginSeconds;

    /// <summary>A visitor must suffer for this many seconds in succession: people do not notice less.</summary>
    private const int BeginSeconds = 3;

    /// <summary>An incident ends when no visitor has suffered for this long; harm that comes sooner belongs to it.</summary>
    private static readonly Duration EndTime = Duration.FromSeconds(10);

    private readonly Queue<Moment> _minute = new();
    private readonly List<Incident> _incidents = [];
    private readonly Scope[] _scopes = [new(isOfSimulator: true), new(isOfSimulator: false)];
    private int _count;

    /// <summary>The incidents, the newest first.</summary>
    public IReadOnlyList<Incident> Incidents => _incidents;

    /// <summary>Adds a second.</summary>
    /// <param name="diagnosis">Its diagnosis.</param>
    /// <param name="moment">Its figures.</param>
    /// <param name="unixMilliseconds">The time of day.</param>
    public void Add(Diagnosis diagnosis, Moment moment, long unixMilliseconds)
    {
        _minute.Enqueue(moment);
        if (_minute.Count > MaxMoments)
            _minute.Dequeue();
        foreach (Scope scope in _scopes)
            Add(scope, diagnosis, moment.At, unixMilliseconds);
    }

    private void Add(Scope scope, Diagnosis diagnosis, Instant at, long unixMilliseconds)
    {
        Finding[] harmful = [.. diagnosis.Findings.Where(finding => finding.Harmed > 0 && scope.Has(finding.Cause))];
        scope.HarmedSeconds = harmful.Length > 0 ? scope.HarmedSeconds + 1 : 0;
        if (scope.Open is null && scope.HarmedSeconds >= BeginSeconds)
            scope.Open = Begin(scope, unixMilliseconds);
        if (scope.Open is not { } open)
            return;
        if (harmful.Length > 0)
            open.Add(harmful, diagnosis, at);
        else if (open.IsOver = at - open.EndedAt >= EndTime)
            scope.Open = null;
    }

    private Incident Begin(Scope scope, long unixMilliseconds)
    {
        Moment[] minute = [.. _minute];
        Duration since = minute[^1].At - minute[^BeginSeconds].At;
        Incident incident =
            new(++_count, unixMilliseconds - (long)since.Milliseconds, minute[^BeginSeconds].At, minute, scope.IsOfSimulator);
        _incidents.Insert(0, incident);
        if (_incidents.Count > MaxIncidents)
            RemoveOldest();
        return incident;
    }

    /// <summary>
    /// Of the kind that has more than half of the places: a line that fails every half minute must not drive out what the simulator did.
    /// </summary>
    private void RemoveOldest()
    {
        bool isOfSimulator = _incidents.Count(incident => incident.IsOfSimulator) > MaxIncidents / 2;
        _incidents.RemoveAt(_incidents.FindLastIndex(old => old.IsOver && old.IsOfSimulator == isOfSimulator));
    }

    /// <summary>Causes whose harm is one incident.</summary>
    private sealed class Scope(bool isOfSimulator)
    {
        /// <summary>As of <see cref="Incident.IsOfSimulator"/>.</summary>
        public bool IsOfSimulator => isOfSimulator;

        /// <summary>The seconds in succession, up to now, in which a visitor suffered.</summary>
        public int HarmedSeconds { get; set; }

        /// <summary>The incident that has not ended; null if there is none.</summary>
        public Incident? Open { get; set; }

        /// <summary>Whether a cause belongs here. The simulator's line and host are its own, too.</summary>
        public bool Has(Cause cause) => (cause.IsOurs || cause == Cause.Uplink) == IsOfSimulator;
    }
}
