namespace Mongoose.Network.Queues;

/// <summary>Where PIE has the queueing delay from (RFC 8033 section 4.3).</summary>
public enum DelayEstimator
{
    /// <summary>How long the packet that was dequeued last had waited.</summary>
    Timestamp,
    /// <summary>Little's law: bytes in the queue over the measured rate of departure (section 5.2).</summary>
    DequeueRate,
}
