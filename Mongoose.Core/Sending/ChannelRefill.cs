using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Decides when to refill a channel that is filled on demand. The amount is proportional to the circuit's rate, so that lent bandwidth has
/// packets to carry. The amount covers only a short time, so that the packets are fresh when they are sent.
/// </summary>
internal struct ChannelRefill(Channel channel, RefillOptions options, Duration searchInterval)
{
    /// <summary>
    /// An order that has not been reported done within this time counts as lost because its thread has stopped. So does an order that the
    /// port failed to take.
    /// </summary>
    private static readonly Duration OrderTimeout = Duration.FromSeconds(2);

    private bool _mayHaveContent = true;
    private bool _isNew = true;
    private bool _isOrdered;
    private Instant _searchAt;
    private Instant _waitsUntil = Instant.Never;
    private Instant _maxWaitsUntil = Instant.Never;

    /// <summary>When to run again if nothing happens before then: a refill is due, or the pending order will count as lost.</summary>
    public readonly Instant NextAt(Instant now) => _isOrdered ? (_searchAt > now ? _searchAt : Instant.Never) : _waitsUntil;

    /// <summary>The region has announced data. A pending order will pick it up.</summary>
    public void Announce() => (_mayHaveContent, _isNew) = (true, true);

    /// <summary>The order is done. There may be more data.</summary>
    public void OrderDone() => (_mayHaveContent, _isOrdered, _maxWaitsUntil) = (true, false, Instant.Never);

    /// <summary>Asks for more packets if the queue is low. Returns whether more packets have been queued.</summary>
    /// <param name="port">The region's side of the circuit.</param>
    /// <param name="queuedBytes">About how many bytes are queued on the channel.</param>
    /// <param name="isAlone">Whether other channels have had no packet for some time.</param>
    public bool Run<TPort>(TPort port, CircuitShaper shaper, long queuedBytes, bool isAlone, Instant now) where TPort : ICircuitPort
    {
        _waitsUntil = Instant.Never;
        if (now < _searchAt && (_isOrdered || !_mayHaveContent))
            return false;
        long ahead = Math.Max(shaper.CircuitRate.BytesIn(options.Ahead), isAlone ? options.FullBytes : options.MinBytes);
        if (queuedBytes >= ahead * options.LowWater || isAlone && MustWait(shaper, queuedBytes, now))
            return false;
        (_waitsUntil, _maxWaitsUntil) = (Instant.Never, Instant.Never);
        // Set before the call because the port may throw: content that cannot be made into packets must not hold up other packets.
        (_mayHaveContent, _isNew, _isOrdered, _searchAt) = (false, false, true, now + OrderTimeout);
        long minimum = ahead < options.FullBytes ? options.MinBytes : options.FullBytes;
        RefillResult result = port.Refill(channel, Math.Max(ahead - queuedBytes, minimum));
        if (result != RefillResult.Ordered)
            (_mayHaveContent, _isOrdered, _searchAt) = (result == RefillResult.Made, false, now + searchInterval);
        return _mayHaveContent;
    }

    /// <summary>
    /// Whether pending content waits. Its wait is limited to the time in which the circuit sends the queue and the refill, even if packets
    /// of other channels use up the circuit's tokens in this time.
    /// </summary>
    private bool MustWait(CircuitShaper shaper, long queuedBytes, Instant now)
    {
        if (_isNew || !_mayHaveContent || options.FullBytes <= options.MinBytes)
            return false;
        int bytes = (int)Math.Min(queuedBytes + options.FullBytes, int.MaxValue);
        if (_maxWaitsUntil == Instant.Never)
            _maxWaitsUntil = now + shaper.CircuitRate.TimeToSend(bytes);
        _waitsUntil = Instant.Min(shaper.CoversAt(bytes, now) - options.Ahead, _maxWaitsUntil);
        return _waitsUntil > now;
    }
}
