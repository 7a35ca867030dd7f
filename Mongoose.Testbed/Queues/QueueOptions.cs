namespace Mongoose.Testbed.Queues;

/// <summary>Which queue a link has before its transmitter.</summary>
public sealed record QueueOptions
{
    public QueueLimit Limit { get; init; } = QueueLimit.OfBytes(256 * 1024);

    /// <summary>A new, empty queue.</summary>
    public IQueueDiscipline Create() => new Fifo(Limit);
}
