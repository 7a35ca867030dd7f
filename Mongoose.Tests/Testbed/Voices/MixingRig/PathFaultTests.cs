using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Testbed.Voices;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Testbed.Voices.MixingRig;

/// <summary>Faults of the path, of the reports and of the peer on the paper's line.</summary>
public sealed class PathFaultTests
{
    private static readonly LossModel Nothing = new BernoulliLoss(1);

    [Test]
    public void Reports_that_are_lost_are_no_losses()
    {
        MixingLine line = new(back: link => link with { Loss = new BernoulliLoss(0.1) });
        MixerPair pair = line.Add();
        line.Run(120);
        Assert.That(pair.Streams(15, 120), Is.All.EqualTo(8));
        // The first arrival of each 50 ms is in three reports, the others are in four: of 2400 such times, 2.4 in the mean are in no report
        // that arrives.
        Assert.That(pair.State.LossEvents, Is.LessThanOrEqualTo(8), "reports that repeat nothing would make 240");
    }

    [Test]
    public void Packets_that_are_two_places_late_are_no_losses()
    {
        MixingLine line = new();
        MixerPair pair = line.Add(null, new OvertakenPackets());
        line.Run(120);
        Assert.That(pair.State.LossEvents, Is.Zero);
        Assert.That(pair.Streams(15, 120), Is.All.EqualTo(8));
    }

    [Test]
    public void Packets_that_are_late_by_a_time_are_no_losses()
    {
        // Eight streams have a packet every 2.5 ms: 12 others overtake it.
        MixingLine line = new(link => link with { Reordering = new Reordering(0.05, Duration.FromMilliseconds(30)) });
        MixerPair pair = line.Add();
        line.Run(120);
        Assert.That(pair.State.LossEvents, Is.LessThanOrEqualTo(2), "until the sender knows the path");
        Assert.That(pair.Streams(30, 120).Average(), Is.GreaterThanOrEqualTo(7), "if they were losses, a TCP would get 3.9 streams");
        Assert.That(pair.Streams(0, 120), Has.None.Zero);
    }

    [Test]
    public void Duplicates_change_nothing([Values] bool ofReports)
    {
        MixingLine plain = new();
        MixingLine doubled = ofReports
            ? new MixingLine(back: link => link with { Duplication = 0.5 })
            : new MixingLine(link => link with { Duplication = 0.5 });
        MixerPair expected = plain.Add(), pair = doubled.Add();
        plain.Run(60);
        doubled.Run(60);
        Assert.That(pair.Streams(0, 60), Is.EqualTo(expected.Streams(0, 60)));
        Assert.That(pair.State.LossEvents, Is.Zero);
    }

    [Test]
    public void Clocks_of_different_speed_change_nothing([Values(-300, 300)] double drift)
    {
        MixingLine line = new();
        MixerPair pair = line.Add(new VoiceProfile { ClockDrift = drift });
        line.Run(600);
        Assert.That(pair.Streams(15, 600), Is.All.EqualTo(8));
        Assert.That(pair.Modes(0, 600), Is.All.EqualTo(MixingMode.Delay));
        line.AddCross(4);
        line.Run(60);
        Assert.That(pair.Streams(620, 660).Average(), Is.EqualTo(4).Within(0.5), "a queue of its own is seen");
        Assert.That(pair.Missing(600, 659), Is.Zero);
    }

    [Test]
    public void A_peer_that_was_silent_is_found_again()
    {
        LossModel silence = Silent(60, 80);
        MixingLine line = new(link => link with { Loss = silence }, link => link with { Loss = silence });
        MixerPair pair = line.Add();
        line.Run(140);
        int[] streams = pair.Streams(60, 140);
        double began = 60 + Array.IndexOf(streams, 0) / 50.0, ended = 60 + Array.LastIndexOf(streams, 0) / 50.0;
        Assert.Multiple(() =>
        {
            Assert.That(began, Is.InRange(61.9, 62.6), "two seconds and a round trip");
            Assert.That(pair.SentPackets(63, 80), Is.EqualTo(17).Within(1), "a probe a second");
            Assert.That(ended, Is.InRange(82, 84), "three probes in a row");
            Assert.That(streams[(int)((began - 60) * 50 + 1)..(int)((ended - 60) * 50)], Is.All.Zero);
            Assert.That(pair.FirstTimeOf(8, ended, 140), Is.LessThan(ended + 15));
        });
    }

    [Test]
    public void A_peer_without_reports_gets_probes([Values] bool isSilentOnTheWayBack)
    {
        MixingLine line = isSilentOnTheWayBack
            ? new MixingLine(back: link => link with { Loss = Silent(30, 1000) })
            : new MixingLine(link => link with { Loss = Silent(30, 1000) });
        MixerPair pair = line.Add();
        line.Run(90);
        Assert.That(pair.Streams(33, 90), Is.All.Zero);
        Assert.That(pair.SentPackets(35, 90), Is.EqualTo(55).Within(1));
    }

    [Test]
    public void If_nothing_ever_arrives_little_is_sent([Values(MixingRules.Steady, MixingRules.Paper)] string rule)
    {
        MixingLine line = new(link => link with { Loss = Nothing });
        MixerPair pair = line.Add(new VoiceProfile { Mixing = new MixingOptions { Rule = rule } });
        line.Run(60);
        Assert.That(pair.Streams(0, 60), Is.All.InRange(0, 1));
        Assert.That(pair.SentPackets(3, 60), Is.EqualTo(57).Within(1));
    }

    [Test]
    public void A_route_that_becomes_longer_costs_streams_for_a_minute_at_most()
    {
        DelayStep longer = new(Duration.FromSeconds(60), Duration.FromMilliseconds(170));
        MixingLine line = new(link => link with { DelaySteps = [longer] });
        MixerPair pair = line.Add();
        line.Run(180);
        Assert.That(pair.Streams(0, 180), Has.None.Zero, "no probing");
        Assert.That(pair.FirstTimeOf(8, 70, 180), Is.LessThan(120));
        Assert.That(pair.Streams(130, 180), Is.All.EqualTo(8));
    }

    [Test]
    public void Talk_spurts_do_not_lead_to_probing()
    {
        // Two sources, each silent for three quarters of the time; a twentieth of all packets is lost, so now and then the last before a
        // pause.
        MixingLine line = new(link => link with { Loss = new BernoulliLoss(0.05) });
        MixerPair pair = line.Add(new VoiceProfile { Sources = 2, Talk = Duration.FromSeconds(1), Pause = Duration.FromSeconds(3) });
        line.Run(300);
        Assert.That(pair.Modes(0, 300), Has.None.EqualTo(MixingMode.Probing));
        Assert.That(pair.SentPackets(0, 300), Is.LessThan(300 * 50));
    }

    private static SteppedLoss Silent(double from, double to) => new(
        new LossStep(Duration.Zero, LossModel.None), new LossStep(Duration.FromSeconds(from), Nothing),
        new LossStep(Duration.FromSeconds(to), LossModel.None));
}
