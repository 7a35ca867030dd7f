using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Voices;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Testbed.Voices.MixingRig;

/// <summary>
/// The testbed's sending and receiving mixer over links, and a record of what they did. Times are in seconds from the start of the clock.
/// </summary>
internal sealed class MixerPair
{
    private readonly List<(Instant At, int Streams, MixingMode Mode)> _frames = [];
    private readonly List<(Instant At, int Bytes)> _sent = [];
    private readonly List<(Instant At, int Number, int Bytes)> _arrivals = [];
    private SequenceExtender _numbers;

    public MixerPair(
        IScheduler scheduler, INetwork network, VoiceProfile profile, IEnumerable<IPacketReceiver> there,
        IEnumerable<IPacketReceiver> back, long seed)
    {
        VoiceReceiver receiver = new(scheduler, new TappedNetwork(network, sent: null, datagram => Arrived(datagram, scheduler.Now)),
            UdpAddress.Loopback(), profile);
        UdpRelay way = new(network, receiver.Address, there, back);
        Sender = new VoiceSender(
            scheduler, new TappedNetwork(network, datagram => _sent.Add((scheduler.Now, BytesOf(datagram))), received: null),
            UdpAddress.Loopback(), way.Address, profile, new SeededRandom(seed), new SeededRandom(seed, 1),
            at => _frames.Add((at, Sender!.Streams, Sender.Controller.State.Mode)));
    }

    public VoiceSender Sender { get; }

    public MixingState State => Sender.Controller.State;

    /// <summary>The streams that are sent in each frame.</summary>
    public int[] Streams(double from, double to) => [.. Within(_frames, frame => frame.At, from, to).Select(frame => frame.Streams)];

    public MixingMode[] Modes(double from, double to) => [.. Within(_frames, frame => frame.At, from, to).Select(frame => frame.Mode)];

    public int SentPackets(double from, double to) => Within(_sent, packet => packet.At, from, to).Count();

    /// <summary>The rate of IP bytes that arrive, in kbit/s.</summary>
    public double ArrivingKbps(double from, double to) =>
        Within(_arrivals, arrival => arrival.At, from, to).Sum(arrival => arrival.Bytes) * 8 / 1e3 / (to - from);

    /// <summary>The one-way delay that so large a share of the packets does not exceed, in milliseconds.</summary>
    public double Delay(double share, double from, double to)
    {
        double[] delays = [.. Within(_arrivals, arrival => arrival.At, from, to)
            .Select(arrival => (arrival.At - _sent[arrival.Number].At).Milliseconds).Order()];
        return delays[(int)(share * (delays.Length - 1))];
    }

    /// <summary>The packets that were sent in that time and have not arrived.</summary>
    public int Missing(double from, double to)
    {
        HashSet<int> arrived = [.. _arrivals.Select(arrival => arrival.Number)];
        return Enumerable.Range(0, _sent.Count).Count(number => IsWithin(_sent[number].At, from, to) && !arrived.Contains(number));
    }

    /// <summary>The first time from which the streams stay at that number for two seconds; not a number if there is none.</summary>
    public double FirstTimeOf(int streams, double from, double to)
    {
        double since = double.NaN;
        foreach ((Instant at, int sent, _) in Within(_frames, frame => frame.At, from, to))
        {
            since = sent != streams ? double.NaN : double.IsNaN(since) ? at.Seconds : since;
            if (at.Seconds - since >= 2)
                return since;
        }
        return double.NaN;
    }

    /// <summary>The sender counts packets from 0; an extended number has 65 536 more.</summary>
    private void Arrived(ReadOnlySpan<byte> datagram, Instant now)
    {
        Assert.That(RtpPacket.TryRead(datagram, out RtpPacket packet));
        _arrivals.Add((now, (int)_numbers.Extend(packet.Header.Number) - 65_536, BytesOf(datagram)));
    }

    private static int BytesOf(ReadOnlySpan<byte> datagram) => datagram.Length + DatagramPacket.HeaderBytes;

    private static IEnumerable<T> Within<T>(IEnumerable<T> items, Func<T, Instant> at, double from, double to) =>
        items.Where(item => IsWithin(at(item), from, to));

    private static bool IsWithin(Instant at, double from, double to) => at.Seconds >= from && at.Seconds < to;
}
