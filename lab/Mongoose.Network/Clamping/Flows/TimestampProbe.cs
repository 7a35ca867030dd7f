using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>
/// Measures the round trip from the clamp to one end by timestamps (RFC 7323 section 3): from the first segment with a new TSval to the
/// first segment of the opposite direction that echoes it or a later one. One measurement at a time. A retransmission has a new TSval, so
/// its echo is not ambiguous; but a receiver with a hole in its data echoes the value from before the hole (RFC 7323 section 4.3), so the
/// time until the repair would become part of the sample.
/// </summary>
internal struct TimestampProbe
{
    /// <summary>
    /// A probe without an answer is given up after this time, and so is the newest TSval: a forged or damaged one would end all
    /// measurements.
    /// </summary>
    public static readonly Duration Patience = Duration.FromSeconds(2);

    private Instant _passedAt, _newestAt;
    private uint _newest, _probe;
    private bool _hasNewest, _isPending;

    /// <summary>A segment with this TSval passes towards the end.</summary>
    public void OnSent(uint value, Instant now)
    {
        if (_hasNewest && now - _newestAt <= Patience && SequenceNumber.Distance(value, _newest) <= 0)
            return;
        (_newest, _newestAt, _hasNewest) = (value, now, true);
        if (!_isPending || now - _passedAt > Patience)
            (_probe, _passedAt, _isPending) = (value, now, true);
    }

    /// <summary>Ends the measurement without a result.</summary>
    public void GiveUp() => _isPending = false;

    /// <summary>A segment with this TSecr comes from the end; true if that completes a measurement. An echo of 0 is none.</summary>
    public bool TryComplete(uint echo, Instant now, out Duration sample)
    {
        sample = now - _passedAt;
        if (!_isPending || echo == 0 || SequenceNumber.Distance(echo, _probe) < 0)
            return false;
        _isPending = false;
        return sample <= Patience;
    }
}

/// <summary>
/// The same without timestamps, for data and its acknowledgment. Data that is sent again ends the measurement, because either
/// transmission may be the acknowledged one (Karn's algorithm, RFC 6298 section 3).
/// </summary>
internal struct SequenceProbe
{
    private Instant _passedAt;
    private uint _end;
    private bool _isPending;

    /// <summary>Data passes that ends before <paramref name="end"/>.</summary>
    public void OnSent(uint end, bool isRetransmission, Instant now)
    {
        if (isRetransmission)
            _isPending = false;
        else if (!_isPending || now - _passedAt > TimestampProbe.Patience)
            (_end, _passedAt, _isPending) = (end, now, true);
    }

    /// <summary>An acknowledgment passes; true if that completes a measurement.</summary>
    public bool TryComplete(uint acknowledgment, Instant now, out Duration sample)
    {
        sample = now - _passedAt;
        if (!_isPending || SequenceNumber.Distance(acknowledgment, _end) < 0)
            return false;
        _isPending = false;
        return sample <= TimestampProbe.Patience;
    }
}
