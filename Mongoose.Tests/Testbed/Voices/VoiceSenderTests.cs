using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Voices;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Testbed.Voices;

public sealed class VoiceSenderTests
{
    private static readonly VoiceProfile TwoOfFour = new()
    {
        Mixing = new MixingOptions { Rule = MixingRules.Fixed, FixedStreams = 2 },
        Sources = 4,
    };

    [Test]
    public void Streams_are_spread_over_the_packet_interval()
    {
        double[] times = TimesOf(TwoOfFour, clock => clock, seconds: 0.05);
        Assert.That(times, Is.EqualTo(new[] { 0.0, 5, 20, 25, 40, 45 }));
    }

    [Test]
    public void Synchronous_streams_are_sent_at_once()
    {
        double[] times = TimesOf(TwoOfFour with { Synchronous = true }, clock => clock, seconds: 0.05);
        Assert.That(times, Is.EqualTo(new[] { 0.0, 0, 20, 20, 40, 40 }));
    }

    [Test]
    public void Late_wake_ups_do_not_add_up()
    {
        double[] times = TimesOf(TwoOfFour, clock => new LateScheduler(clock, Duration.FromMilliseconds(3)), seconds: 10);
        Assert.That(times, Has.Length.EqualTo(1000).Within(2));
        Assert.That(times[^1], Is.EqualTo(9988).Within(0.001), "planned for 9985 ms");
    }

    [Test]
    public void Jitter_delays_packets_and_loses_none()
    {
        double[] times = TimesOf(TwoOfFour with { Jitter = Duration.FromMilliseconds(20) }, clock => clock, seconds: 10);
        Assert.That(times, Has.Length.EqualTo(1000).Within(4));
        Assert.That(times, Is.Ordered);
        double[] first = times.Where((_, i) => i % 2 == 0).Select((time, frame) => time - 20 * frame).ToArray();
        Assert.That(first, Is.All.InRange(0.0, 20));
        Assert.That(first.Average(), Is.EqualTo(10).Within(2));
    }

    [Test]
    public void Nothing_is_sent_after_it_has_stopped()
    {
        SimulatedScheduler clock = new();
        int sent = 0;
        VoiceSender sender = Create(clock, clock, TwoOfFour, _ => sent++);
        sender.Start();
        clock.RunFor(Duration.FromMilliseconds(22));
        sender.Stop();
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(sent, Is.EqualTo(3));
    }

    private static double[] TimesOf(VoiceProfile profile, Func<SimulatedScheduler, IScheduler> scheduler, double seconds)
    {
        SimulatedScheduler clock = new();
        List<double> times = [];
        Create(clock, scheduler(clock), profile, at => times.Add(at.Milliseconds)).Start();
        clock.RunFor(Duration.FromSeconds(seconds));
        return times.ToArray();
    }

    private static VoiceSender Create(SimulatedScheduler clock, IScheduler scheduler, VoiceProfile profile, Action<Instant> sent) =>
        new(scheduler, new TappedNetwork(new SimulatedNetwork(clock), _ => sent(clock.Now), received: null), UdpAddress.Loopback(),
            UdpAddress.Loopback(9), profile, new SeededRandom(1), new SeededRandom(1, 1), _ => { });
}
