using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Decides when a channel that is filled on demand is refilled. In proportion to what the circuit may send, so that lent bandwidth finds
/// something to carry; and a few milliseconds ahead at most, so that what leaves is fresh.
/// </summary>
internal struct ChannelRefill(Channel channel, RefillOptions options, Duration searchInterval)
{
    /// <summary>An order that nobody has reported done for so long is lost: its thread was stopped. So is one that the port failed to take.</summary>
    private static readonly Duration OrderTimeout = Duration.FromSeconds(2);

    private bool _mayHaveContent = true;
    private bool _isOrdered;
    private Instant _searchAt;

    /// <summary>When an order will be lost that nobody has reported done; never, if there is none.</summary>
    public readonly Instant OrderLostAt(Instant now) => _isOrdered && _searchAt > now ? _searchAt : Instant.Never;

    /// <summary>The region has announced data. An order that is under way finds it.</summary>
    public void Announce() => _mayHaveContent = true;

    /// <summary>The order is done; there may be more data.</summary>
    public void OrderDone() => (_mayHaveContent, _isOrdered) = (true, false);

    /// <summary>Asks for more if the queue is low; whether packets have been queued.</summary>
    public bool Run<TPort>(TPort port, DataRate circuit, long queuedBytes, Instant now) where TPort : ICircuitPort
    {
        if (now < _searchAt && (_isOrdered || !_mayHaveContent))
            return false;
        long ahead = Math.Max(circuit.BytesIn(options.Ahead), options.MinBytes);
        if (queuedBytes >= ahead * options.LowWater)
            return false;
        // In case the port throws: what cannot be made must not hold up the other packets.
        (_mayHaveContent, _isOrdered, _searchAt) = (false, true, now + OrderTimeout);
        RefillResult result = port.Refill(channel, Math.Max(ahead - queuedBytes, options.MinBytes));
        if (result != RefillResult.Ordered)
            (_mayHaveContent, _isOrdered, _searchAt) = (result == RefillResult.Made, false, now + searchInterval);
        return _mayHaveContent;
    }
}
