using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Decides when to refill a channel that is filled on demand. The amount is proportional to the circuit's rate, so that lent bandwidth has packets
/// to carry. It covers only a few milliseconds, so that the packets are fresh when they are sent.
/// </summary>
internal struct ChannelRefill(Channel channel, RefillOptions options, Duration searchInterval)
{
    /// <summary>
    /// An order that has not been reported done within this time counts as lost because its thread has stopped. So does an order that the port
    /// failed to take.
    /// </summary>
    private static readonly Duration OrderTimeout = Duration.FromSeconds(2);

    private bool _mayHaveContent = true;
    private bool _isOrdered;
    private Instant _searchAt;

    /// <summary>When the pending order will count as lost; <see cref="Instant.Never"/> if there is none.</summary>
    public readonly Instant OrderLostAt(Instant now) => _isOrdered && _searchAt > now ? _searchAt : Instant.Never;

    /// <summary>The region has announced data. A pending order will pick it up.</summary>
    public void Announce() => _mayHaveContent = true;

    /// <summary>The order is done. There may be more data.</summary>
    public void OrderDone() => (_mayHaveContent, _isOrdered) = (true, false);

    /// <summary>Asks for more packets if the queue is low. Returns whether more packets have been queued.</summary>
    public bool Run<TPort>(TPort port, DataRate circuit, long queuedBytes, Instant now) where TPort : ICircuitPort
    {
        if (now < _searchAt && (_isOrdered || !_mayHaveContent))
            return false;
        long ahead = Math.Max(circuit.BytesIn(options.Ahead), options.MinBytes);
        if (queuedBytes >= ahead * options.LowWater)
            return false;
        // Set before the call because the port may throw: content that cannot be made into packets must not hold up other packets.
        (_mayHaveContent, _isOrdered, _searchAt) = (false, true, now + OrderTimeout);
        RefillResult result = port.Refill(channel, Math.Max(ahead - queuedBytes, options.MinBytes));
        if (result != RefillResult.Ordered)
            (_mayHaveContent, _isOrdered, _searchAt) = (result == RefillResult.Made, false, now + searchInterval);
        return _mayHaveContent;
    }
}
