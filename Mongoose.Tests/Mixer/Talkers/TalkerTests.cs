using System.Text;
using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Talkers;

public sealed class TalkerTests
{
    private static readonly UdpAddress Place = UdpAddress.Loopback(7000);

    private static Duration Milliseconds(double value) => Duration.FromMilliseconds(value);

    [Test]
    public void Packets_are_sent_exactly_a_frame_apart_with_consecutive_numbers_and_times()
    {
        List<Sent> sent = Speak(1, new TalkerOptions { Name = "ann", StartsAfter = Milliseconds(250) }, 2).Packets;
        Assert.That(sent, Has.Count.EqualTo(50));
        Assert.That(sent.Select(packet => packet.At),
            Is.EqualTo(Enumerable.Range(0, 50).Select(i => Instant.FromMilliseconds(250 + 20 * i))));
        Assert.That(sent.Select(packet => (ushort)(packet.Header.Number - sent[0].Header.Number)), Is.EqualTo(Enumerable.Range(0, 50)));
        Assert.That(sent.Select(packet => packet.Header.Timestamp - sent[0].Header.Timestamp),
            Is.EqualTo(Enumerable.Range(0, 50).Select(i => (uint)(160 * i))));
        Assert.That(sent.Select(packet => packet.Header.IsMarked), Is.EqualTo(Enumerable.Range(0, 50).Select(i => i == 0)));
    }

    [TestCase("PCMU", 20, 160, 0)]
    [TestCase("PCMA", 30, 240, 8)]
    [TestCase("L16/48000", 10, 960, 97)]
    [TestCase("L16/16000/2", 20, 1280, 97)]
    public void Each_codec_has_its_size_and_payload_type(string codec, double frame, int bytes, int payloadType)
    {
        AudioFormat.TryParse(codec, out AudioFormat format);
        Sent packet = Speak(0.2, new TalkerOptions { Name = "ann", Format = format, Frame = Milliseconds(frame) }, 1).Packets[1];
        Assert.That((packet.PayloadBytes, packet.Header.PayloadType), Is.EqualTo((bytes, (byte)payloadType)));
    }

    [Test]
    public void It_names_itself_with_the_first_packet_reports_about_every_two_seconds_and_says_goodbye()
    {
        Heard heard = Speak(10, new TalkerOptions { Name = "Änn" }, 11);
        Assert.That(heard.Names, Is.Not.Empty.And.All.EqualTo("Änn"));
        Assert.That(heard.Reports[0].At, Is.EqualTo(Instant.Zero));
        Assert.That(heard.Reports, Has.Count.InRange(5, 9));
        Assert.That(heard.Goodbyes, Is.EqualTo(new[] { (Instant.FromSeconds(10), heard.Packets[0].Header.Ssrc) }));
        Assert.That(heard.Reports[^1].Report.Packets, Is.InRange(300u, 500u));
        foreach ((Instant at, SenderReport report) in heard.Reports)
            Assert.That(report.Timestamp - heard.Packets[0].Header.Timestamp, Is.EqualTo((uint)(at.Seconds * 8000)).Within(1));
    }

    [Test]
    public void A_loop_sends_silence_in_its_pause_or_nothing_and_keeps_its_time()
    {
        TalkerOptions options = new() { Name = "ann", IsLooping = true, Pause = Milliseconds(500) };
        Assert.That(Speak(0.5, options, 2).Packets, Has.Count.EqualTo(100).Or.Count.EqualTo(101));

        List<Sent> sent = Speak(0.5, options with { SkipsSilence = true }, 2).Packets;
        Assert.That(sent, Has.Count.LessThan(80));
        Sent again = sent.First(packet => packet.At > sent[0].At && packet.Header.IsMarked);
        Assert.That(again.Header.Timestamp - sent[0].Header.Timestamp, Is.EqualTo((uint)((again.At - sent[0].At).Seconds * 8000)));
        Assert.That(again.Header.Number - sent[0].Header.Number, Is.EqualTo(sent.IndexOf(again)));
    }

    [Test]
    public void The_level_extension_has_the_level_of_the_frame()
    {
        Heard heard = Speak(0.2, new TalkerOptions { Name = "ann", LevelExtension = 3 }, 1, levelId: 3);
        Assert.That(heard.Packets.Select(packet => packet.Level), Has.All.InRange(5, 40));
        Assert.That(heard.Packets[0].PayloadBytes, Is.EqualTo(160));
        Assert.That(Speak(0.2, new TalkerOptions { Name = "ann" }, 1, levelId: 3).Packets.Select(packet => packet.Level), Has.All.Null);
    }

    [Test]
    public void Speech_of_another_rate_is_converted()
    {
        Speech original = SampleSpeech.Create(2, 22_050);
        float[] converted = original.ResampledTo(48_000);
        Assert.That(converted, Has.Length.EqualTo(96_000));
        short[] back = new Speech(converted.Select(sample => (short)sample).ToArray(), 48_000).ResampledTo(22_050)
            .Select(sample => (short)sample).ToArray();
        AlignedRecording aligned = AlignedRecording.Compare(original.Samples.Span, back, 22_050);
        Assert.That((aligned.Lag, aligned.Found), Is.EqualTo((0.0, 1.0)), aligned.ToString());
        Assert.That(aligned.Windows.Select(window => window.Correlation), Has.All.GreaterThan(0.995),
            "all but the top twentieth of the band");
    }

    [Test]
    public void The_same_seed_gives_the_same_packets()
    {
        TalkerOptions options = new() { Name = "ann", Seed = 7 };
        Assert.That(Speak(1, options, 2).Packets, Is.EqualTo(Speak(1, options, 2).Packets));
        Assert.That(Speak(1, options with { Seed = 8 }, 2).Packets[0].Header.Ssrc,
            Is.Not.EqualTo(Speak(1, options, 2).Packets[0].Header.Ssrc));
    }

    private static Heard Speak(double length, TalkerOptions options, double seconds, int levelId = 0)
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        Heard heard = new(clock, levelId);
        using IDatagramPort place = network.Open(Place);
        place.Received = (_, datagram) => heard.Add(datagram);
        using TalkerPort port = new(clock, network, UdpAddress.Loopback(), Place);
        port.Add(SampleSpeech.Create(length, 8000), options).Start();
        clock.RunFor(Duration.FromSeconds(seconds));
        return heard;
    }

    private readonly record struct Sent(Instant At, RtpHeader Header, int PayloadBytes, int? Level);

    private sealed class Heard(IScheduler clock, int levelId)
    {
        public List<Sent> Packets { get; } = [];

        public List<string> Names { get; } = [];

        public List<(Instant At, SenderReport Report)> Reports { get; } = [];

        public List<(Instant, uint)> Goodbyes { get; } = [];

        public void Add(ReadOnlySpan<byte> datagram)
        {
            if (!RtcpPacket.IsRtcp(datagram))
            {
                Assert.That(RtpPacket.TryRead(datagram, out RtpPacket packet));
                Packets.Add(new Sent(clock.Now, packet.Header, packet.Payload.Length,
                    levelId > 0 && packet.TryGetLevel(levelId, out byte level) ? level : null));
                return;
            }
            Span<uint> left = stackalloc uint[31];
            while (RtcpPacket.TryTake(ref datagram, out RtcpPacket report))
            {
                if (report.Type == RtcpPacket.SenderReportType && SenderReport.TryRead(report.Body, out SenderReport sender))
                    Reports.Add((clock.Now, sender));
                ReadOnlySpan<byte> body = report.Body;
                while (report.Type == RtcpPacket.SourceDescriptionType
                    && SourceDescription.TryTake(ref body, out _, out ReadOnlySpan<byte> name))
                    Names.Add(Encoding.UTF8.GetString(name));
                if (report.Type == RtcpPacket.GoodbyeType && SourceDescription.ReadGoodbye(report, left) == 1)
                    Goodbyes.Add((clock.Now, left[0]));
            }
        }
    }
}
