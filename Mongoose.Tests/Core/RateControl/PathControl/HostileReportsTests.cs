using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Reports that no honest viewer and no sound clock causes: the rate stays usable, and the circuit finds its line again.</summary>
public sealed class HostileReportsTests
{
    private const double Line = 2000;
    private static readonly DataRate Asked = DataRate.FromKilobitsPerSecond(20_000), Lowest = DataRate.FromKilobitsPerSecond(8);

    private readonly PathScript _script = new PathScript(Line).Run(20);

    [TearDown]
    public void It_recovers()
    {
        CheckRate();
        Assert.That(_script.Run(20).Measure(10).Kilobits, Is.EqualTo(Line).Within(15).Percent);
    }

    [Test]
    public void Acks_from_the_future_do_no_harm([Values(0.1, 10, 1e6)] double seconds) =>
        Report(report => report with { At = _script.Now + Seconds(seconds) });

    [Test]
    public void Acks_from_the_past_do_no_harm([Values(0.1, 10, 1e6)] double seconds) =>
        Report(report => report with { At = _script.Now - Seconds(seconds) });

    [Test]
    public void A_clock_that_steps_back_does_no_harm([Values(0.1, 10, 1e6)] double seconds)
    {
        _script.StepClock(-seconds);
        CheckRate();
    }

    [Test]
    public void A_clock_that_steps_forward_does_no_harm([Values(0.1, 10, 1e6)] double seconds)
    {
        _script.StepClock(seconds);
        CheckRate();
    }

    [Test]
    public void A_clock_that_stands_still_does_no_harm()
    {
        for (int i = 0; i < 10_000; i++)
            Report(static report => report);
    }

    [Test]
    public void Huge_counts_do_no_harm() => Report(static report => report with
    {
        Bytes = long.MaxValue / 2,
        Packets = int.MaxValue / 2,
        LostPackets = int.MaxValue / 2,
    });

    [Test]
    public void Rates_beyond_measure_do_no_harm([Values(0, 1e-300, 1e300, double.PositiveInfinity)] double delivered) =>
        Report(report => report with { Delivered = delivered });

    [Test]
    public void More_spurious_losses_than_losses_do_no_harm() => Report(static report => report with { Spurious = int.MaxValue / 2 });

    [Test]
    public void Round_trips_beyond_measure_do_no_harm() => Report(static report => report with { RoundTrip = Duration.MaxValue });

    [Test]
    public void Newest_packets_from_beyond_measure_do_no_harm([Values(-1e9, 1e9)] double seconds) =>
        Report(report => report with { NewestSent = _script.Now + Seconds(seconds) });

    [Test]
    public void Losses_without_end_do_no_harm()
    {
        for (int i = 0; i < 1000; i++)
            Report(report => report with { LostPackets = 30, NewestLostSent = _script.Now });
    }

    private static Duration Seconds(double value) => Duration.FromSeconds(value);

    /// <summary>Reports ten packets several times, changed in some way.</summary>
    private void Report(Func<AckReport, AckReport> change)
    {
        for (int i = 0; i < 5; i++)
        {
            _script.Controller.NoteUse(_script.Now);
            _script.Controller.Acked(change(new AckReport
            {
                At = _script.Now,
                Bytes = 10_000,
                Packets = 10,
                RoundTrip = Duration.FromMilliseconds(60),
                NewestSent = _script.Now - Duration.FromMilliseconds(60),
                Delivered = 250_000,
            }));
            CheckRate();
            _script.Controller.Tick(inFlight: true, _script.Now);
            CheckRate();
        }
    }

    private void CheckRate()
    {
        Assert.That(_script.Controller.Rate, Is.InRange(Lowest, Asked));
        Assert.That(_script.Controller.WindowAt(_script.Controller.Rate), Is.InRange(2 * PathController.SegmentBytes, 1e21));
    }
}
