using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Circuits;

// The viewer's acks, and resends.
internal sealed partial class Circuit
{
    private static readonly Duration MinResendTimeout = Duration.FromMilliseconds(250);
    private static readonly Duration MaxResendTimeout = Duration.FromMilliseconds(3000);
    private const double ResendTimeoutPerPing = 5;

    private readonly List<OutPacket> _expired = [];
    private Duration? _resendTimeout;

    bool ICircuitPort.Resend(uint number) =>
        _unacked.TryGetValue(number, out OutPacket? packet) && packet.SentAt != Instant.Never
        && !_sentUpdates.IsObsolete(number, packet.Datagram) && QueueResend(packet);

    bool ICircuitPort.IsUnacked(uint number) => _unacked.ContainsKey(number);

    void ICircuitPort.SetResendTimeout(Duration? timeout) => _resendTimeout = timeout;

    /// <summary>Moves packets whose ack timed out to the resend queue.</summary>
    public void QueueResends(Instant now)
    {
        Duration timeout = ResendTimeout();
        _expired.Clear();
        foreach (OutPacket packet in _unacked.Values)
        {
            Duration wait = _region.BacksOffResends ? ResendBackoff.Interval(timeout, packet.Resends) : timeout;
            if (packet.SentAt != Instant.Never && now - packet.SentAt >= wait)
                _expired.Add(packet);
        }
        _expired.Sort(static (a, b) => a.Sequence.CompareTo(b.Sequence));
        foreach (OutPacket packet in _expired)
            QueueResend(packet);
        if (_expired.Count > 0)
            Notify(CircuitEvents.Packets);
    }

    /// <summary>Returns false if the queue is full; the next check tries again.</summary>
    private bool QueueResend(OutPacket packet)
    {
        if (!_queues.Enqueue(Channel.Resend, packet, packet.Length))
            return false;
        packet.SentAt = Instant.Never;
        packet.Resends++;
        DatagramHeader.MarkResent(packet.Buffer);
        return true;
    }

    /// <summary>Takes replaced blocks out of the next packet to be resent; returns its length.</summary>
    private int Trim(OutPacket packet)
    {
        int length = _sentUpdates.Trim(packet.Sequence, packet.Buffer.AsSpan(0, packet.Length));
        UnackedBytes -= packet.Length - length;
        return packet.Length = length;
    }

    private void Acknowledge(uint sequence)
    {
        _region.Acked(this, _heard, sequence);
        if (!_unacked.Remove(sequence, out OutPacket? packet))
            return;
        UnackedBytes -= packet.Length;
        _acked += packet.Length;
        if (packet.SentAt == Instant.Never)
            packet.Acked = true; // It is in the resend queue, which returns it to the pool.
        else
            _region.Pool.Return(packet);
        _sentUpdates.ForgetAcked();
        Notify(CircuitEvents.Acks);
    }

    private Duration ResendTimeout() => _resendTimeout ?? (_hasPing
        ? Duration.Clamp(Duration.FromMilliseconds(_smoothedPingMilliseconds * ResendTimeoutPerPing), MinResendTimeout, MaxResendTimeout)
        : Duration.FromMilliseconds(1000));
}
