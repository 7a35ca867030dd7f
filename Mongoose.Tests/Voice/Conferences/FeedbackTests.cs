using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>What reports do to the number of streams, and to the circuit breaker.</summary>
public class FeedbackTests
{
    private const int Speakers = 4;

    [Test]
    public void Feedback_raises_the_number_of_separate_streams_to_what_the_line_carries()
    {
        using ConferenceRig rig = new();
        (Conference mixer, RigReporter reporter) = Create(rig, "steady");
        reporter.SendFeedback();
        rig.Run(30);
        Assert.That(mixer.StateOf(0).Alone, Is.EqualTo(Speakers));
    }

    [Test]
    public void Feedback_may_be_lost_duplicated_and_reordered()
    {
        using ConferenceRig rig = new();
        (Conference mixer, RigReporter reporter) = Create(rig, "steady");
        Random random = new(3);
        reporter.Copies = () =>
            [.. Enumerable.Range(0, random.Next(10) == 0 ? 0 : random.Next(1, 3))
            .Select(_ => Duration.FromMilliseconds(20 + random.Next(80)))];
        reporter.SendFeedback();
        rig.Run(40);
        Assert.Multiple(() =>
        {
            Assert.That(mixer.StateOf(0).Alone, Is.EqualTo(Speakers));
            Assert.That(mixer.StateOf(0).Mixing.LossEvents, Is.Zero);
        });
    }

    [Test]
    public void Without_feedback_the_rule_that_needs_it_ends_in_probes()
    {
        using ConferenceRig rig = new();
        (Conference mixer, RigReporter reporter) = Create(rig, "steady");
        reporter.SendFeedback();
        rig.Run(20);
        reporter.IsReporting = false;
        rig.Run(10);
        Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Probing));
        reporter.IsReporting = true;
        rig.Run(60);
        Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Open));
    }

    [Test]
    public void The_number_of_streams_of_a_trunk_follows_its_line()
    {
        using ConferenceRig rig = new();
        Conference near =
            rig.Add(1, [ConferenceRig.Mixer("far"), .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}"))]);
        Conference far = rig.Add(2, ConferenceRig.Mixer("near"));
        RigLine line = rig.Connect(near, 0, far, 0, Duration.FromMilliseconds(30));
        for (int i = 1; i <= Speakers; i++)
            rig.Attach(near, i, (uint)i).SayNoise(150, i);
        rig.Run(40);
        int before = near.StateOf(0).Alone;
        line.Rate = DataRate.FromKilobitsPerSecond(320); // Two streams of 131 kbit/s.
        rig.Run(60);
        PeerState narrow = near.StateOf(0);
        Assert.Multiple(() =>
        {
            Assert.That(before, Is.EqualTo(Speakers));
            Assert.That(narrow.Mixing.Streams, Is.InRange(1, 2));
            Assert.That(narrow.Alone + narrow.Mixed, Is.EqualTo(Speakers));
        });
    }

    [Test]
    public void A_client_that_never_reports_is_sent_to_for_ever()
    {
        using ConferenceRig rig = new();
        (Conference mixer, _) = Create(rig, "fixed");
        rig.Run(100);
        PeerState before = mixer.StateOf(0);
        rig.Run(20);
        PeerState after = mixer.StateOf(0);
        Assert.That(after.SentPackets - before.SentPackets, Is.GreaterThanOrEqualTo(Speakers * 20 * 50));
        Assert.That((before.Status, after.Status), Is.EqualTo((PeerStatus.Silent, PeerStatus.Silent)));
    }

    [Test]
    public void Receiver_reports_without_loss_never_stop_sending_although_streams_pause()
    {
        using ConferenceRig rig = new();
        (Conference mixer, RigReporter reporter) = Create(rig, "fixed", seconds: 5);
        reporter.SendReceiverReports();
        RigClient speaker = rig.Attach(mixer, 1, 50);
        rig.Run(6); // The others have ended, and are still reported.
        speaker.SayNoise(60, 1);
        for (int second = 0; second < 60; second++)
        {
            rig.Run(1);
            Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Open));
        }
    }

    [TestCase(60, false)]
    [TestCase(0, true)]
    public void Reports_of_loss_at_a_high_rate_or_of_no_media_stop_sending_for_a_while(int claimedLoss, bool nothingArrives)
    {
        using ConferenceRig rig = new();
        (Conference mixer, RigReporter reporter) = Create(rig, "fixed");
        reporter.SendReceiverReports();
        rig.Run(6);
        Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Open));
        (reporter.ClaimedLoss, reporter.ClaimsNothingArrives) = ((byte)claimedLoss, nothingArrives);
        rig.Run(25);
        Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Stopped));
        long sent = mixer.StateOf(0).SentPackets;
        (reporter.ClaimedLoss, reporter.ClaimsNothingArrives) = (null, false);
        rig.Run(32);
        Assert.Multiple(() =>
        {
            Assert.That(mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Open));
            Assert.That(mixer.StateOf(0).SentPackets, Is.GreaterThan(sent));
        });
    }

    private static (Conference Mixer, RigReporter Reporter) Create(ConferenceRig rig, string rule, double seconds = 150)
    {
        PeerOptions listener = ConferenceRig.Client("listener", PeerForm.Separate) with { Rule = rule, MaxStreams = 8 };
        Conference mixer = rig.Add(1, [listener, .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}"))]);
        for (int i = 1; i <= Speakers; i++)
            rig.Attach(mixer, i, (uint)i).SayNoise(seconds, i);
        return (mixer, new RigReporter(rig, rig.Attach(mixer, 0, 99), mixer, 0));
    }
}
