using Mongoose.Core.Units;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Recordings;

public sealed class RecorderTests
{
    private static readonly UdpAddress Place = UdpAddress.Loopback(7000), Speaker = UdpAddress.Loopback(6000);
    private static readonly AudioFormat L16 = new(AudioCodec.L16, 16_000, 1);

    private static Duration Seconds(double value) => Duration.FromSeconds(value);

    [Test]
    public void Speech_is_recorded_sample_by_sample_at_its_time()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker, Format = L16 });
        Speech speech = SampleSpeech.Create(2, L16.SampleRate);
        Talker talker = rig.Speak(speech, new TalkerOptions { Name = "ann", Format = L16, StartsAfter = Seconds(0.5) });
        rig.Run(4);
        MemorySink sink = rig.Store.Sinks[talker.Ssrc];
        short[] expected = [.. new short[8000], .. speech.Samples.Span, .. new short[16_000 * 4 - 8000 - 32_000]];
        Assert.That(sink.Samples, Is.EqualTo(expected));
        Assert.That(sink.CName, Is.EqualTo("ann"));
        RecordedSource source = rig.Recorder.Sources.Single();
        Assert.That((source.Name, source.Packets, source.Lost, source.Late, source.Gaps.Count), Is.EqualTo(("ann", 100L, 0L, 0L, 0)));
        Assert.That((source.FirstHeard, source.Heard), Is.EqualTo((Seconds(0.5), Seconds(2))));
    }

    [Test]
    public void Two_sources_are_recorded_apart_and_equally_long()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        rig.Speak(SampleSpeech.Create(1, 8000, 1), new TalkerOptions { Name = "ann", Seed = 1 });
        rig.Speak(SampleSpeech.Create(2, 8000, 2), new TalkerOptions { Name = "bob", Seed = 2, StartsAfter = Seconds(0.5) });
        rig.Run(3);
        Assert.That(rig.Store.Sinks.Values.Select(sink => (sink.CName, sink.Samples.Length)),
            Is.EquivalentTo(new[] { ("ann", 24_000), ("bob", 24_000) }));
    }

    [Test]
    public void Jitter_and_reordering_move_nothing()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker, Format = L16 });
        Speech speech = SampleSpeech.Create(2, L16.SampleRate);
        Random random = new(5);
        rig.Delay = () => Seconds(0.2 * random.NextDouble());
        Talker talker = rig.Speak(speech, new TalkerOptions { Name = "ann", Format = L16 });
        rig.Run(4);
        AlignedRecording aligned = AlignedRecording.Compare(speech.Samples.Span, rig.Store.Sinks[talker.Ssrc].Samples, L16.SampleRate);
        Assert.That((aligned.Found, aligned.Gaps, aligned.Repeats, aligned.Skips), Is.EqualTo((1.0, 0, 0, 0)), aligned.ToString());
    }

    [Test]
    public void Lost_packets_become_gaps_of_silence()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker, Format = L16 });
        Speech speech = SampleSpeech.Create(2, L16.SampleRate);
        int packet = 0;
        rig.Loses = () => packet++ is 50 or 51 or 80;
        Talker talker = rig.Speak(speech, new TalkerOptions { Name = "ann", Format = L16 });
        rig.Run(3);
        RecordedSource source = rig.Recorder.Sources.Single();
        Assert.That(source.Lost, Is.EqualTo(3));
        Assert.That(source.Gaps,
            Is.EqualTo(new[] { new RecordedGap(Seconds(1), Seconds(0.04)), new RecordedGap(Seconds(1.6), Seconds(0.02)) }));
        Assert.That(rig.Store.Sinks[talker.Ssrc].Samples[16_000..16_640], Is.All.Zero);
        Assert.That(rig.Store.Sinks[talker.Ssrc].Samples[16_640..20_000], Is.EqualTo(speech.Samples[16_640..20_000].ToArray()));
    }

    [Test]
    public void A_pause_is_no_gap()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        Speech speech = SampleSpeech.Create(0.5, 8000);
        rig.Speak(speech, new TalkerOptions { Name = "ann", IsLooping = true, Pause = Seconds(1), SkipsSilence = true });
        rig.Run(4);
        RecordedSource source = rig.Recorder.Sources.Single();
        Assert.That((source.Gaps.Count, source.Lost), Is.EqualTo((0, 0L)));
        Assert.That(source.Heard.Seconds, Is.InRange(1.5, 2.5));
    }

    [Test]
    public void A_recording_rests_in_a_long_pause_and_goes_on_at_the_right_time()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker, Format = L16 });
        Speech speech = SampleSpeech.Create(0.5, L16.SampleRate);
        Talker talker = rig.Speak(speech,
            new TalkerOptions { Name = "ann", Format = L16, IsLooping = true, Pause = Seconds(29.5), SkipsSilence = true });
        bool rested = false;
        rig.Clock.At(Instant.FromSeconds(20), () => rested = rig.Store.Sinks[talker.Ssrc].Rests);
        rig.Run(31);
        short[] samples = rig.Store.Sinks[talker.Ssrc].Samples;
        Assert.That(rested, Is.True);
        Assert.That(samples[..8000], Is.EqualTo(speech.Samples.ToArray()));
        Assert.That(samples[16_000..(30 * 16_000)], Is.All.Zero);
        Assert.That(samples[(30 * 16_000)..(30 * 16_000 + 8000)], Is.EqualTo(speech.Samples.ToArray()));
        Assert.That(rig.Recorder.Sources.Single().Gaps, Is.Empty);
    }

    [Test]
    public void Any_number_of_voices_that_come_and_go_are_recorded()
    {
        const int Voices = 300, Length = 16;
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        for (int i = 0; i < Voices; i++)
            rig.Speak(SampleSpeech.Create(0.1, 8000), new TalkerOptions { Name = $"{i}", Seed = i, StartsAfter = Seconds(0.05 * i) });
        rig.Run(Length);
        Assert.That(rig.Store.Sinks.Values.Select(sink => sink.CName), Is.EquivalentTo(Enumerable.Range(0, Voices).Select(i => $"{i}")));
        Assert.That(rig.Recorder.Sources.Select(source => source.Heard), Is.All.EqualTo(Seconds(0.1)));
        Assert.That(rig.Store.Sinks.Values.Select(sink => sink.Samples.Length), Is.All.EqualTo(Length * 8000));
        Assert.That((rig.Recorder.Refused, rig.TimesFull), Is.EqualTo((0L, 0)));
    }

    [Test]
    public void Too_many_voices_at_a_time_are_refused_and_reported_once()
    {
        const int TooMany = 3;
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        for (int i = 0; i < RecordedVoices.MaxSpeaking + TooMany; i++)
            rig.Speak(SampleSpeech.Create(0.1, 8000), new TalkerOptions { Name = $"{i}", Seed = i });
        rig.Run(0.5);
        Assert.That((rig.Recorder.Sources.Count, rig.Recorder.Refused, rig.TimesFull),
            Is.EqualTo((RecordedVoices.MaxSpeaking, 5L * TooMany, 1)));
    }

    [Test]
    public void A_store_that_fails_ends_the_recording_with_its_message()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        rig.Speak(SampleSpeech.Create(3, 8000), new TalkerOptions { Name = "ann" });
        rig.Clock.At(Instant.FromSeconds(2), () => rig.Store.Failure = new IOException("the disk is full"));
        rig.Run(3);
        Assert.That(rig.Recorder.Failure, Is.EqualTo("the disk is full"));
        Assert.That(rig.Store.Sinks.Values.Single().Samples.Length, Is.GreaterThan(8000));
    }

    [Test]
    public void It_announces_itself_every_second_and_gives_feedback_of_what_arrives()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker });
        rig.Speak(SampleSpeech.Create(3, 8000), new TalkerOptions { Name = "ann" });
        rig.Run(3.5);
        Assert.That(rig.Port.ReturnedReports - rig.Port.ReturnedFeedback, Is.InRange(4, 5), "at 0, 1, 2, 3 s and at the end");
        Assert.That(rig.Port.ReturnedFeedback, Is.InRange(55, 70));
        TalkerCounts counts = rig.Port.Talkers[0].Counts;
        Assert.That((counts.Reports, counts.ReportedLost), Is.EqualTo((3L, 0)));
        Assert.That(counts.RoundTrip!.Value.Milliseconds, Is.LessThan(0.1));
    }

    [Test]
    public void Packets_of_other_hosts_formats_and_garbage_are_refused()
    {
        using Rig rig = new(new RecorderOptions { Local = Place, To = Speaker, Format = L16, PayloadType = 97 });
        using IDatagramPort other = rig.Network.Open(new UdpAddress(0x7F000002, 6000)), same = rig.Network.Open(UdpAddress.Loopback(6001));
        byte[] packet = new byte[172];
        RtpPacket.Write(packet, new RtpHeader(0, false, 1, 1, 9), [], new byte[160]);
        rig.Clock.At(Instant.FromSeconds(1), () => other.Send(Place, packet));
        rig.Clock.At(Instant.FromSeconds(1), () => same.Send(Place, [1, 2, 3]));
        RtpPacket.Write(packet, new RtpHeader(98, false, 1, 1, 9), [], new byte[160]);
        rig.Clock.At(Instant.FromSeconds(1.1), () => same.Send(Place, packet));
        rig.Run(2);
        Assert.That((rig.Recorder.Refused, rig.Recorder.Sources.Count), Is.EqualTo((3L, 0)));
    }

    /// <summary>A talker's port and a recorder, with a path between them that delays and loses RTP.</summary>
    private sealed class Rig : IDisposable
    {
        private static readonly UdpAddress Path = UdpAddress.Loopback(6500);

        public Rig(RecorderOptions options)
        {
            Network = new SimulatedNetwork(Clock);
            IDatagramPort path = Network.Open(Path);
            path.Received = (_, datagram) => Pass(path, datagram.ToArray());
            Port = new TalkerPort(Clock, Network, Speaker, Path);
            Recorder = new Recorder(Clock, Network, options, Store, () => TimesFull++);
        }

        public SimulatedScheduler Clock { get; } = new();

        public SimulatedNetwork Network { get; }

        public MemoryStore Store { get; } = new();

        public TalkerPort Port { get; }

        public Recorder Recorder { get; }

        public int TimesFull { get; private set; }

        public Func<Duration> Delay { get; set; } = () => Duration.Zero;

        public Func<bool> Loses { get; set; } = () => false;

        public Talker Speak(Speech speech, TalkerOptions options)
        {
            Talker talker = Port.Add(speech, options);
            talker.Start();
            return talker;
        }

        public void Run(double seconds)
        {
            Recorder.Start();
            Clock.RunFor(Seconds(seconds));
            Recorder.Stop();
            Clock.RunFor(Duration.Zero);
        }

        public void Dispose()
        {
            Port.Dispose();
            Recorder.Dispose();
        }

        private void Pass(IDatagramPort path, byte[] datagram)
        {
            if (RtcpPacket.IsRtcp(datagram))
                path.Send(Place, datagram);
            else if (!Loses())
                Clock.At(Clock.Now + Delay(), () => path.Send(Place, datagram));
        }
    }
}
