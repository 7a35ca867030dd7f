using Mongoose.Core.Units;

namespace Mongoose.Core.Lines;

/// <summary>
/// The visitor's downloads by TCP on the line, as the circuits see them. The downloads' thread reports; the circuits' threads read. Both
/// belong to one visitor: a queue that the downloads keep is the visitor's own, and a line that is full of downloads carries more than
/// the circuits receive.
/// </summary>
public sealed class LineDownloads
{
    /// <summary>A report older than this is out of date.</summary>
    private static readonly Duration ReportTime = Duration.FromMilliseconds(500);

    private long _delivered, _queueing, _at = Instant.LongAgo.Nanoseconds;

    /// <summary>Reports the state of the downloads.</summary>
    /// <param name="delivered">The rate at which they arrive.</param>
    /// <param name="queueing">The queue that the downloads and the circuits keep together; zero if other traffic keeps it.</param>
    public void Report(DataRate delivered, Duration queueing, Instant now)
    {
        Volatile.Write(ref _delivered, (long)delivered.BytesPerSecond);
        Volatile.Write(ref _queueing, queueing.Nanoseconds);
        Volatile.Write(ref _at, now.Nanoseconds);
    }

    /// <summary>The rate at which the downloads arrived recently, in bytes per second; zero if there are none.</summary>
    public double DeliveredAt(Instant now) =>
        now.Nanoseconds - Volatile.Read(ref _at) <= ReportTime.Nanoseconds ? Volatile.Read(ref _delivered) : 0;

    /// <summary>The downloads' part of the queue. The queue belongs to those who fill it, in proportion to their bytes.</summary>
    /// <param name="circuits">The rate at which the circuits' packets arrive, in bytes per second.</param>
    internal Duration QueueAt(double circuits, Instant now)
    {
        double downloads = DeliveredAt(now);
        return downloads > 0 ? new Duration(Volatile.Read(ref _queueing)) * (downloads / (downloads + circuits)) : Duration.Zero;
    }
}
