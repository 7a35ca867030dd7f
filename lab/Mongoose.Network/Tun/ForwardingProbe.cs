using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>Sends evenly spaced datagrams from the server to the client, and measures the delay of each.</summary>
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

    /// <summary>Takes slightly longer than <paramref name="length"/>; less if cancelled.</summary>
    /// <param name="network">A network whose down link has no rate limit and no loss.</param>
    /// <param name="rate">The rate of the packets on the wire.</param>
    /// <param name="length">How long to send.</param>
    /// <param name="delay">The delay of the down link.</param>
    /// <param name="cancellation">Ends the run early.</param>
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
            new ForwardingFigures(rate.KilobitsPerSecond, managed.KilobitsPerSecond, sent, _added.Count, TimingError.From(_added)));
    }

    /// <summary>Sends all datagrams that are due: a late wake-up causes a burst, as in any program that sends by a clock.</summary>
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

/// <summary>How well a TUN link forwarded packets of <see cref="PacketBytes"/> at one rate.</summary>
/// <param name="RateKbps">The requested rate, in kbit/s on the wire.</param>
/// <param name="SentKbps">The rate that the sender reached.</param>
/// <param name="Sent">The number of packets sent.</param>
/// <param name="Received">The number of packets received.</param>
/// <param name="AddedMs">The time that packets took beyond the link's delay, sockets included.</param>
public sealed record ForwardingFigures(double RateKbps, double SentKbps, long Sent, long Received, TimingError AddedMs)
{
    /// <summary>The size of each packet, with IP and UDP header.</summary>
    public const int PacketBytes = 1200;

    /// <summary>The maximum 99th percentile of the added delay at a rate that the host can forward, in ms.</summary>
    public const double MaxAddedMs = 1;

    private const double MinShareOfRate = 0.98;

    /// <summary>Whether all packets arrived, at the requested rate.</summary>
    public bool Carried => Sent > 0 && Received == Sent && SentKbps >= MinShareOfRate * RateKbps;

    /// <summary>Whether <see cref="Carried"/>, with the 99th percentile of the added delay below <see cref="MaxAddedMs"/>.</summary>
    public bool Good => Carried && AddedMs.P99 < MaxAddedMs;
}
