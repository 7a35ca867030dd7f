using System.Buffers;
using Mongoose.Client.Runtime;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Links;

/// <summary>
/// One direction of a link: a FIFO limited in bytes, a transmitter at a rate, random loss, and a propagation delay. Datagrams
/// keep their order. When each leaves is computed from when it came, so a late wake-up of the host delays one datagram and not those behind it.
/// </summary>
public sealed class Link
{
    private readonly IScheduler _scheduler;
    private readonly LinkOptions _options;
    private readonly DatagramHandler _deliver;
    private readonly Random _random;
    private readonly Queue<InFlight> _inFlight = new();
    private readonly Queue<Waiting> _waiting = new();
    private readonly Alarm _delivery;
    private long _waitingBytes;
    private Instant _transmitterFree = Instant.Zero;
    private LinkCounters _counters;

    /// <param name="scheduler">The clock.</param>
    /// <param name="options">What the link is like.</param>
    /// <param name="deliver">Who gets what comes out, with the peer that was named when it went in.</param>
    public Link(IScheduler scheduler, LinkOptions options, DatagramHandler deliver)
    {
        _scheduler = scheduler;
        _options = options;
        _deliver = deliver;
        _random = new Random(options.Seed);
        _delivery = new Alarm(scheduler, Deliver);
    }

    public LinkCounters Counters => _counters;

    /// <summary>Puts a datagram in; <paramref name="peer"/> travels with it unread.</summary>
    public void Send(UdpAddress peer, ReadOnlySpan<byte> datagram)
    {
        Instant now = _scheduler.Now;
        int wireBytes = datagram.Length + LinkOptions.HeaderBytes;
        _counters.Arrived++;
        ForgetTransmitted(now);
        bool waits = _options.Rate is not null && _transmitterFree > now;
        if (waits && _waitingBytes + wireBytes > _options.QueueBytes)
        {
            _counters.DroppedQueueFull++;
            return;
        }
        Instant sent = Transmit(wireBytes, now);
        if (_options.Loss > 0 && _random.NextDouble() < _options.Loss)
        {
            _counters.Lost++;
            return;
        }
        byte[] buffer = ArrayPool<byte>.Shared.Rent(datagram.Length);
        datagram.CopyTo(buffer);
        _inFlight.Enqueue(new InFlight(sent + _options.Delay, peer, buffer, datagram.Length));
        _delivery.SetNoLaterThan(_inFlight.Peek().ArrivesAt);
    }

    private Instant Transmit(int wireBytes, Instant now)
    {
        if (_options.Rate is not { } rate)
            return now;
        Instant start = Instant.Max(now, _transmitterFree);
        _transmitterFree = start + rate.TimeToSend(wireBytes);
        if (start > now)
        {
            _waiting.Enqueue(new Waiting(start, wireBytes));
            _waitingBytes += wireBytes;
        }
        return _transmitterFree;
    }

    private void ForgetTransmitted(Instant now)
    {
        while (_waiting.TryPeek(out Waiting first) && first.StartsAt <= now)
        {
            _waiting.Dequeue();
            _waitingBytes -= first.WireBytes;
        }
    }

    private void Deliver()
    {
        Instant now = _scheduler.Now;
        while (_inFlight.TryPeek(out InFlight first) && first.ArrivesAt <= now)
        {
            _inFlight.Dequeue();
            _counters.Delivered++;
            _counters.DeliveredBytes += first.Length;
            _deliver(first.Peer, first.Buffer.AsSpan(0, first.Length));
            ArrayPool<byte>.Shared.Return(first.Buffer);
        }
        if (_inFlight.TryPeek(out InFlight next))
            _delivery.Set(next.ArrivesAt);
    }

    private readonly record struct InFlight(Instant ArrivesAt, UdpAddress Peer, byte[] Buffer, int Length);

    private readonly record struct Waiting(Instant StartsAt, int WireBytes);
}
