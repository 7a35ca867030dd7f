using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Mixer.Nodes;

/// <summary>
/// The port of one peer. It accepts datagrams only from the host of the given address. A peer without one gets the address of the first RTP
/// or RTCP datagram: only this address is accepted, until another takes its place after silence. A source that goes on from another address
/// needs less silence than a stranger.
/// </summary>
/// <param name="clockRate">Ticks per second of the timestamps of the peer's codec.</param>
internal sealed class PeerPort(IDatagramPort port, UdpAddress? given, int clockRate) : IDisposable
{
    /// <summary>After this time without a datagram the peer may use another address.</summary>
    private static readonly Duration MovableAfter = Duration.FromSeconds(1);

    /// <summary>
    /// After this time without a datagram the peer's source may go on from another address. An owner that sends keeps the port even if
    /// somebody copies its packets.
    /// </summary>
    private static readonly Duration SourceMovableAfter = Duration.FromMilliseconds(100);

    /// <summary>After this time without a datagram a learned address is released.</summary>
    private static readonly Duration GoneAfter = Duration.FromSeconds(30);

    private readonly OwnersTrail _trail = new(clockRate);
    private UdpAddress? _learned;
    private Instant _heardAt;

    /// <summary>Handles a datagram.</summary>
    public delegate void Handler(ReadOnlySpan<byte> datagram, Instant now);

    /// <summary>The handler of accepted datagrams.</summary>
    public Handler? Received { get; set; }

    /// <summary>Called for a datagram that is not accepted.</summary>
    public Action? Refused { get; set; }

    /// <summary>Called when an address is learned: the first, another program's, or the same program's after a restart.</summary>
    public Action<Instant>? AddressLearned { get; set; }

    /// <summary>The local address.</summary>
    public UdpAddress Address => port.Address;

    public bool IsReachable => (given ?? _learned) is not null;

    /// <summary>Begins to receive.</summary>
    public void Listen(IScheduler scheduler) => port.Received = (from, datagram) =>
    {
        Instant now = scheduler.Now;
        if (IsFromPeer(from, datagram, now))
            Received?.Invoke(datagram, now);
        else
            Refused?.Invoke();
    };

    public void Send(ReadOnlySpan<byte> datagram)
    {
        if ((given ?? _learned) is { } to)
            port.Send(to, datagram);
    }

    /// <summary>Releases a learned address from which nothing has come for <see cref="GoneAfter"/>.</summary>
    public void ReleaseSilentAddress(Instant now)
    {
        if (_learned is not null && now - _heardAt > GoneAfter)
            _learned = null;
    }

    public void Dispose() => port.Dispose();

    private bool IsFromPeer(UdpAddress from, ReadOnlySpan<byte> datagram, Instant now)
    {
        if (given is { } known)
            return from.Host == known.Host;
        if (_learned != from && MayTakeOver(datagram, now))
        {
            _learned = from;
            _trail.Clear();
            AddressLearned?.Invoke(now);
        }
        if (_learned != from)
            return false;
        _heardAt = now;
        _trail.Add(datagram, now);
        return true;
    }

    private bool MayTakeOver(ReadOnlySpan<byte> datagram, Instant now)
    {
        // RTP and RTCP have version 2 in their first bits.
        if (datagram.Length == 0 || datagram[0] >> 6 != 2)
            return false;
        Duration quiet = now - _heardAt;
        return _learned is null || quiet > MovableAfter || quiet >= SourceMovableAfter && _trail.IsContinuedBy(datagram, now);
    }
}
