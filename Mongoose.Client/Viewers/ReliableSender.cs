using Mongoose.Core.Lludp;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Viewers;

/// <summary>
/// Numbers and sends a viewer's datagrams, and resends reliable ones until they are acked, as viewers do: at most three times.
/// </summary>
internal sealed class ReliableSender
{
    private const int MaxResends = 3;

    private static readonly Duration ResendAfter = Duration.FromSeconds(1);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _region;
    private readonly Dictionary<uint, Pending> _pending = [];
    private readonly Alarm _alarm;
    private uint _sequence;

    public ReliableSender(IScheduler scheduler, IDatagramPort port, UdpAddress region)
    {
        _scheduler = scheduler;
        _port = port;
        _region = region;
        _alarm = new Alarm(scheduler, Resend);
    }

    /// <summary>Numbers and sends a datagram; the caller may reuse its buffer.</summary>
    /// <param name="buffer">Begins with the datagram; the rest may be used for acks.</param>
    /// <param name="length">The datagram's length.</param>
    /// <param name="repeat">Whether the datagram is resent if it is reliable.</param>
    /// <param name="acks">Acks that the datagram may carry. Resent datagrams carry none.</param>
    /// <returns>Its sequence number.</returns>
    public uint Send(Span<byte> buffer, int length, bool repeat = true, AckSender? acks = null)
    {
        Span<byte> datagram = buffer[..length];
        DatagramHeader.SetSequence(datagram, ++_sequence);
        if (repeat && (datagram[0] & (byte)PacketFlags.Reliable) != 0)
        {
            Instant due = _scheduler.Now + ResendAfter;
            byte[] copy = datagram.ToArray();
            DatagramHeader.MarkResent(copy);
            _pending.Add(_sequence, new Pending(_sequence, copy) { Due = due });
            _alarm.SetNoLaterThan(due);
        }
        acks?.AppendTo(buffer, ref length);
        _port.Send(_region, buffer[..length]);
        return _sequence;
    }

    /// <summary>Ends all resending.</summary>
    public void Stop()
    {
        _pending.Clear();
        _alarm.Cancel();
    }

    /// <summary>Stops resending a datagram because it is acked or superseded.</summary>
    public void Remove(uint sequence) => _pending.Remove(sequence);

    private void Resend()
    {
        Instant now = _scheduler.Now;
        foreach (Pending pending in _pending.Values.Where(pending => pending.Due <= now).ToArray())
        {
            if (pending.Resends == MaxResends)
            {
                _pending.Remove(pending.Sequence);
                continue;
            }
            _port.Send(_region, pending.Datagram);
            pending.Resends++;
            pending.Due = now + ResendAfter;
        }
        foreach (Pending pending in _pending.Values)
            _alarm.SetNoLaterThan(pending.Due);
    }

    private sealed record Pending(uint Sequence, byte[] Datagram)
    {
        public Instant Due { get; set; }

        public int Resends { get; set; }
    }
}
