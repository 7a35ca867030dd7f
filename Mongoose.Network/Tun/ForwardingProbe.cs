using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>Evenly spaced datagrams from the server to the client, and how long each took.</summary>
[SupportedOSPlatform("linux")]
internal sealed class ForwardingProbe : IDisposable
{
    private readonly TunHost _server;
    private readonly TunHost _client;
    private readonly Duration _delay;
    private readonly Duration _interval;
    private readonly Instant _end;
    private readonly IDatagramPort _receiver;
    private readonly IDatagramPort _sender;
    private readonly byte[] _datagram = new byte[ForwardingFigures.PacketBytes - DatagramPacket.HeaderBytes];
    private readonly DelaySamples _added = new();
    private readonly Action _send;
    private readonly Instant _start;
    private Instant _last;
    private Instant _next;
    private long _sent;

    private ForwardingProbe(TunNetwork network, DataRate rate, Duration length, Duration delay)
    {
        (_server, _client, _delay) = (network.Server, network.Client, delay);
        _interval = rate.TimeToSend(ForwardingFigures.PacketBytes);
        _send = Send;
        _receiver = _client.Loop.Invoke(() => _client.Loop.Open(_client.Address));
        _client.Loop.Invoke(() => _receiver.Received = Receive);
        _sender = _server.Loop.Invoke(() => _server.Loop.Open(_server.Address));
        _start = _next = _last = RealTimeLoop.Clock + Duration.FromMilliseconds(50);
        _end = _start + length;
        _server.Loop.Invoke(() => _server.Loop.At(_start, _send));
    }

    /// <summary>Takes that long and a little more; less when cancelled.</summary>
    /// <param name="network">Whose link down has no rate and no loss.</param>
    /// <param name="rate">Of the packets on the wire.</param>
    /// <param name="length">How long to send.</param>
    /// <param name="delay">Of the link down.</param>
    /// <param name="cancellation">Ends it early.</param>
    public static ForwardingFigures Run(TunNetwork network, DataRate rate, Duration length, Duration delay, CancellationToken cancellation)
    {
        Duration untilAllHaveArrived = Duration.FromMilliseconds(200) + delay;
        using ForwardingProbe probe = new(network, rate, length, delay);
        cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds((length + untilAllHaveArrived).Seconds));
        return probe.Figures(rate);
    }

    public void Dispose()
    {
        _server.Loop.Invoke(_sender.Dispose);
        _client.Loop.Invoke(_receiver.Dispose);
    }

    private ForwardingFigures Figures(DataRate rate)
    {
        (long sent, Instant last) = _server.Loop.Invoke(() => (_sent, _last));
        DataRate managed = DataRate.Of(sent * ForwardingFigures.PacketBytes, last - _start + _interval);
        return _client.Loop.Invoke(() =>
            new ForwardingFigures(rate.KilobitsPerSecond, managed.KilobitsPerSecond, sent, _added.Count, TimingError.Of(_added)));
    }

    /// <summary>Sends all that is due: a late wake-up makes a burst, as it does for any program that sends by a clock.</summary>
    private void Send()
    {
        Instant now = _server.Loop.Now;
        for (; _next <= now && _next < _end; _next += _interval)
        {
            _last = _server.Loop.Now;
            BitConverter.TryWriteBytes(_datagram, _last.Nanoseconds);
            _sender.Send(_receiver.Address, _datagram);
            _sent++;
        }
        if (_next < _end)
            _server.Loop.At(_next, _send);
    }

    private void Receive(UdpAddress peer, ReadOnlySpan<byte> datagram) =>
        _added.Add(_client.Loop.Now - new Instant(BitConverter.ToInt64(datagram)) - _delay);
}

/// <summary>How a TUN link forwarded packets of <see cref="PacketBytes"/> at one rate.</summary>
/// <param name="RateKbps">What was asked for, in kbit/s on the wire.</param>
/// <param name="SentKbps">What the sender managed.</param>
/// <param name="Sent">Packets.</param>
/// <param name="Received">Packets.</param>
/// <param name="AddedMs">How much longer than the link's delay they took, sockets included.</param>
public sealed record ForwardingFigures(double RateKbps, double SentKbps, long Sent, long Received, TimingError AddedMs)
{
    /// <summary>Of each packet, with IP and UDP header.</summary>
    public const int PacketBytes = 1200;

    /// <summary>A rate is forwarded well if the 99th percentile adds less.</summary>
    public const double MostAddedMs = 1;

    private const double LeastOfRate = 0.98;

    /// <summary>Whether all packets came, at the rate that was asked for.</summary>
    public bool Carried => Sent > 0 && Received == Sent && SentKbps >= LeastOfRate * RateKbps;

    /// <summary>Whether they came without much added delay too.</summary>
    public bool Good => Carried && AddedMs.P99 < MostAddedMs;
}
