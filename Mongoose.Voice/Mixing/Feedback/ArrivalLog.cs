using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Feedback;

/// <summary>
/// The receiver's side of feedback: logs arrivals and says when a report is due.
/// <para>Not thread-safe; allocates nothing after construction.</para>
/// </summary>
public sealed class ArrivalLog
{
    /// <summary>The most arrivals that a report holds; the oldest are left out.</summary>
    public const int MaxArrivals = 256;

    private readonly ReportTiming _timing;

    public ArrivalLog(ReportTiming timing) => _timing = timing;

    /// <summary>When the next report is due; <see cref="Instant.Never"/> while there is nothing new.</summary>
    public Instant NextReport { get; private set; } = Instant.Never;

    /// <summary>Logs a packet.</summary>
    public void Arrived(uint number, Instant now) => throw new NotImplementedException();

    /// <summary>Makes a report. It is valid until the next call.</summary>
    public ArrivalReport Take(Instant now) => throw new NotImplementedException();
}
