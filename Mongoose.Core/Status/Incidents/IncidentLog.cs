using Mongoose.Core.Status.Findings;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>The last twenty incidents. Not thread-safe.</summary>
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
    private int _harmedSeconds, _count;

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
        _harmedSeconds = diagnosis.Harmed > 0 ? _harmedSeconds + 1 : 0;
        Incident? open = _incidents.Count > 0 && !_incidents[0].IsOver ? _incidents[0] : null;
        if (open is null && _harmedSeconds >= BeginSeconds)
            open = Begin(unixMilliseconds);
        if (open is not null && diagnosis.Harmed > 0)
            open.Add(diagnosis, moment.At);
        else if (open is not null)
            open.IsOver = moment.At - open.EndedAt >= EndTime;
    }

    private Incident Begin(long unixMilliseconds)
    {
        Moment[] minute = [.. _minute];
        Duration since = minute[^1].At - minute[^BeginSeconds].At;
        Incident incident = new(++_count, unixMilliseconds - (long)since.Milliseconds, minute[^BeginSeconds].At, minute);
        _incidents.Insert(0, incident);
        if (_incidents.Count > MaxIncidents)
            _incidents.RemoveAt(MaxIncidents);
        return incident;
    }
}
