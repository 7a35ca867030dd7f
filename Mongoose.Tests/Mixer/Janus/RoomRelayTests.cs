using Mongoose.Core.Units;
using Mongoose.Mixer.Addresses;
using Mongoose.Mixer.Janus;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Janus;

/// <summary>A relay between a mixer and a room, on simulated time.</summary>
public sealed class RoomRelayTests
{
    private const byte Expected = 100;

    private static readonly UdpAddress Mixer = UdpAddress.Loopback(5010), MixerSide = UdpAddress.Loopback(6000),
        RoomSide = UdpAddress.Loopback(6001), Room = UdpAddress.Loopback(7000);

    private readonly SimulatedScheduler _clock = new();
    private readonly List<RtpHeader> _heard = [];
    private readonly List<byte> _others = [];

    [Test]
    public void The_room_hears_packets_of_its_payload_type_and_others_are_counted_and_reported_once()
    {
        SimulatedNetwork network = new(_clock);
        using IDatagramPort mixer = network.Open(Mixer), room = network.Open(Room);
        room.Received = (_, datagram) => _heard.Add(HeaderOf(datagram));
        using RoomRelay relay = new(_clock, network, Mixer, MixerSide, RoomSide,
            new RoomOptions { Room = "1", Format = AudioFormat.Pcma, PayloadType = Expected }, seed: 1)
        {
            OtherPayloadType = _others.Add,
        };
        relay.Join(Room);
        byte[] sent = [Expected, 0, 0, 8, Expected];
        for (int i = 0; i < sent.Length; i++)
            mixer.Send(MixerSide, Packet(sent[i], i));
        _clock.RunFor(Duration.FromSeconds(1));
        Assert.That(_heard.Select(header => header.PayloadType), Is.EqualTo(new[] { Expected, Expected, Expected }),
            "its own silence first");
        Assert.That(_heard.Select(header => (ushort)(header.Number - _heard[0].Number)), Is.EqualTo(new[] { 0, 1, 5 }));
        Assert.That((relay.PacketsToRoom, relay.PacketsDropped), Is.EqualTo((2L, 3L)));
        Assert.That(_others, Is.EqualTo(new byte[] { 0 }));
    }

    [Test]
    public void Silence_of_the_mixer_is_said_once_and_again_after_an_answer()
    {
        SimulatedNetwork network = new(_clock);
        List<string> lines = [];
        AnswerWatch answers = new("mixer:5010", lines.Add);
        using RoomRelay relay = new(_clock, network, Mixer, MixerSide, RoomSide, new RoomOptions { Room = "1", Format = AudioFormat.Pcma },
            seed: 1)
        {
            HeardMixer = count => answers.Check(count, _clock.Now),
        };
        int[] LinesAfter(params int[] seconds) => seconds.Select(second =>
        {
            _clock.RunUntil(Instant.FromSeconds(second));
            return lines.Count;
        }).ToArray();
        Assert.That(LinesAfter(9, 11, 40), Is.EqualTo(new[] { 0, 1, 1 }));
        using (IDatagramPort mixer = network.Open(Mixer))
            mixer.Send(MixerSide, Packet(8, 0));
        Assert.That(LinesAfter(49, 52, 90), Is.EqualTo(new[] { 1, 2, 2 }));
        Assert.That(lines, Is.All.EqualTo("nobody answers at mixer:5010: nothing has come from there for 10 s"));
    }

    [Test]
    public void The_longest_names_are_described()
    {
        SimulatedNetwork network = new(_clock);
        using IDatagramPort mixer = network.Open(Mixer), room = network.Open(Room);
        int described = 0;
        mixer.Received = (_, datagram) => described = Math.Max(described, datagram.Length);
        using RoomRelay relay = new(_clock, network, Mixer, MixerSide, RoomSide,
            new RoomOptions { Room = new string('r', 300), Display = new string('d', 300), Format = AudioFormat.Pcma }, seed: 1);
        relay.Join(Room);
        room.Send(RoomSide, Packet(8, 0));
        _clock.RunFor(Duration.FromSeconds(1));
        Assert.That(described, Is.GreaterThan(2 * 255));
    }

    private static byte[] Packet(byte payloadType, int number)
    {
        byte[] packet = new byte[172];
        RtpPacket.Write(packet, new RtpHeader(payloadType, false, (ushort)number, (uint)(160 * number), 9), [], new byte[160]);
        return packet;
    }

    private static RtpHeader HeaderOf(ReadOnlySpan<byte> datagram)
    {
        Assert.That(RtpPacket.TryRead(datagram, out RtpPacket packet));
        return packet.Header;
    }
}
