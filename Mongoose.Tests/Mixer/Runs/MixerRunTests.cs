using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Tests.Mixer.Runs;

public sealed class MixerRunTests
{
    private static MixerSummary SummaryOf(ScriptedPeers peers) => MixerSummary.Of(peers.Run, wrongLines: 2, new ProcessUse());

    [Test]
    public void Every_second_has_its_rates()
    {
        PeerRecord record = new ScriptedPeers(ScriptedPeers.South).Finish(3.5).Run.Records[0];
        Assert.That(record.Seconds.Select(second => second.Second), Is.EqualTo(new[] { 1, 2, 3, 3.5 }));
        Assert.That(record.Seconds.Select(second => second.Sent.KilobitsPerSecond), Is.All.EqualTo(100).Within(0.1));
        Assert.That(record.Seconds.Select(second => second.Received.KilobitsPerSecond), Is.All.EqualTo(100).Within(0.1));
    }

    [Test]
    public void A_run_that_ends_on_a_full_second_has_no_second_of_length_0() =>
        Assert.That(new ScriptedPeers(ScriptedPeers.South).Finish(3).Run.Records[0].Seconds, Has.Count.EqualTo(3));

    [TestCase(0.2, new[] { 1, 2.2, 3, 4 })]
    [TestCase(2.5, new[] { 1, 4.5, 5.5, 6.5 })]
    public void A_late_wake_up_moves_no_second_and_a_standstill_moves_the_following_ones(double late, double[] ends)
    {
        ScriptedPeers peers = new((1.5, 2 + late), ScriptedPeers.South);
        Assert.That(peers.Finish(ends[^1]).Run.Records[0].Seconds.Select(second => second.Second), Is.EqualTo(ends).Within(1e-9));
    }

    [Test]
    public void Nothing_is_recorded_after_the_end()
    {
        ScriptedPeers peers = new ScriptedPeers(ScriptedPeers.South).Finish(3);
        peers.Clock.RunUntil(Instant.FromSeconds(9));
        Assert.That(peers.Run.Records[0].Seconds, Has.Count.EqualTo(3));
    }

    [Test]
    public void The_summary_has_the_worst_of_all_peers_and_sums_of_counters()
    {
        MixerSummary summary = SummaryOf(new ScriptedPeers(ScriptedPeers.South, ScriptedPeers.Absent).Finish(100));
        Assert.Multiple(() =>
        {
            Assert.That((summary.Peers, summary.PeersSilent, summary.PeersIncompatible, summary.PeersFailed), Is.EqualTo((2, 1, 0, 0)));
            Assert.That(summary.SilentSeconds, Is.EqualTo(100).Within(1e-6));
            Assert.That(summary.MinStreams, Is.EqualTo(4), "the first ten seconds do not count");
            Assert.That(summary.MaxP95QueueMs, Is.EqualTo(190));
            Assert.That(summary.MaxP95RttMs, Is.EqualTo(70));
            Assert.That(summary.MaxDelayMs, Is.EqualTo(45));
            Assert.That(summary.ChangesPerMinute, Is.EqualTo(1.2).Within(1e-6));
            Assert.That(summary.MissingPercent, Is.EqualTo(100 * 100.0 / (2 * 50 * 100)).Within(1e-6));
            Assert.That((summary.SentKbps, summary.PeakSentKbps, summary.ReceivedKbps),
                Is.EqualTo((100.0, 100.0, 100.0)).Using<double>((a, b) => Math.Abs(a - b) < 0.1 ? 0 : 1));
            Assert.That((summary.Refused, summary.LossEvents, summary.WrongLines, summary.BreakerTrips, summary.LeftOut),
                Is.EqualTo((1, 3, 2, 2, 7)));
        });
    }

    [Test]
    public void What_was_not_measured_is_not_a_number()
    {
        MixerSummary summary = SummaryOf(new ScriptedPeers(ScriptedPeers.Absent).Finish(20));
        Assert.That(new[] { summary.MinStreams, summary.MaxP95QueueMs, summary.MaxP95RttMs, summary.MissingPercent }, Is.All.NaN);
    }

    [Test]
    public void Audio_passes_to_a_peer_that_only_listens_although_it_is_silent()
    {
        static PeerState Listener(double seconds) =>
            ScriptedPeers.Absent(seconds) with { SentPackets = (long)(50 * Math.Max(0, seconds - 3)) };
        ScriptedPeers peers = new ScriptedPeers(Listener).Finish(20);
        MixerSummary summary = SummaryOf(peers);
        Assert.That((peers.Run.Records[0].OpenedS, summary.SilentSeconds, summary.PeersSilent), Is.EqualTo((4.0, 20.0, 1)));
    }

    [Test]
    public void Streams_that_are_made_for_a_client_are_no_figure_of_its_path() =>
        Assert.That(SummaryOf(new ScriptedPeers(ScriptedPeers.South, ScriptedPeers.Alice).Finish(30)).MinStreams, Is.EqualTo(4));

    [Test]
    public void A_path_that_carries_all_voices_alone_has_no_fewest_streams()
    {
        // The streams that a path would carry at most are no figure of the run: 1000 if nothing limits them.
        static PeerState Wide(double seconds) =>
            ScriptedPeers.South(seconds) with { Alone = 3, Mixed = 0, Mixing = new MixingState { Streams = 1000 } };
        MixerSummary summary = SummaryOf(new ScriptedPeers(Wide).Finish(30));
        Assert.That(summary.MinStreams, Is.NaN);
        Assert.That(MixerSummary.Metrics.Evaluate(MixerSummary.Metrics.Parse("min_streams<2"), summary).Crossed, Is.True,
            "a gate must not pass because there is no data");
    }

    [Test]
    public void A_path_that_carries_nothing_but_probes_has_no_stream()
    {
        static PeerState Thin(double seconds) =>
            ScriptedPeers.South(seconds) with { Status = PeerStatus.Probing, Alone = 0, Mixed = 0, Mixing = default };
        Assert.That(SummaryOf(new ScriptedPeers(Thin).Finish(30)).MinStreams, Is.Zero);
    }

    [TestCase(PeerStatus.Open)]
    [TestCase(PeerStatus.Stopped)]
    public void Seconds_without_a_byte_are_silent_whatever_the_status(PeerStatus status)
    {
        PeerState Pausing(double seconds) =>
            ScriptedPeers.South(seconds) with
            {
                Status = status,
                ReceivedBytes = (long)(100 * (seconds < 20 ? seconds : Math.Max(20, seconds - 14)))
            };
        Assert.That(SummaryOf(new ScriptedPeers(Pausing).Finish(60)).SilentSeconds, Is.EqualTo(14).Within(1e-6));
    }

    [Test]
    public void Peers_that_a_fault_has_stopped_are_counted()
    {
        static PeerState Broken(double seconds) =>
            ScriptedPeers.South(seconds) with { Status = seconds < 5 ? PeerStatus.Open : PeerStatus.Failed };
        Assert.That(SummaryOf(new ScriptedPeers(Broken, ScriptedPeers.South).Finish(10)).PeersFailed, Is.EqualTo(1));
    }

    [Test]
    public void Of_a_long_run_the_newest_seconds_are_kept_and_totals_cover_all()
    {
        PeerRecord record = new(keptSeconds: 10, Duration.FromMilliseconds(20));
        for (int second = 1; second <= 100; second++)
            record.Add(ScriptedPeers.Absent(second), second);
        Assert.That(record.Seconds.Select(second => second.Second), Is.EqualTo(Enumerable.Range(91, 10)));
        Assert.That(record.SilentSeconds, Is.EqualTo(100));
    }
}
