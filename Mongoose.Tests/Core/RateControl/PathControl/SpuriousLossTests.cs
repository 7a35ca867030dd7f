using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>A path with a round trip of 100 ms that delivers all that the window permits, one ack datagram per 20 ms.</summary>
public sealed class SpuriousLossTests
{
    private const double Pace = 20, RoundTrip = 100;

    private readonly PathController _controller = new(PathControlOptions.Default, Instant.Zero);
    private RoundTrips _path;
    private Instant _now = Instant.FromSeconds(1);
    private uint _sent;

    [SetUp]
    public void BeginSlowStart()
    {
        _controller.SetAsked(DataRate.FromMegabitsPerSecond(50));
        Deliver(20);
    }

    [Test]
    public void A_loss_that_proves_spurious_costs_nothing()
    {
        double before = _controller.Window;
        uint lost = _sent;
        Acknowledge(report => report with { HighestLost = lost, LowestLost = lost, LostPackets = 1 });
        Assert.That(_controller.Window, Is.LessThan(0.8 * before));
        Acknowledge(report => report with { Spurious = 1, LowestSpurious = lost });
        Assert.That(_controller.Window, Is.GreaterThan(before), "it grows on in the same instant");
        Assert.That(_controller.LimitKind, Is.EqualTo(PathLimitKind.Search));
        Deliver(10);
        Assert.That(_controller.Window, Is.GreaterThan(1.5 * before), "as in slow start");
    }

    [Test]
    public void A_loss_that_stays_one_keeps_its_cut()
    {
        double before = _controller.Window;
        uint lost = _sent;
        Acknowledge(report => report with { HighestLost = lost, LowestLost = lost - 1, LostPackets = 2 });
        Acknowledge(report => report with { Spurious = 1, LowestSpurious = lost });
        Assert.That(_controller.Window, Is.LessThan(0.8 * before));
        Assert.That(_controller.LimitKind, Is.EqualTo(PathLimitKind.Loss));
    }

    private void Deliver(int datagrams)
    {
        for (; datagrams > 0; datagrams--)
            Acknowledge(report => report);
    }

    private void Acknowledge(Func<AckReport, AckReport> change)
    {
        _now += Duration.FromMilliseconds(Pace);
        long bytes = (long)(_controller.Window * Pace / RoundTrip);
        for (long sent = 0; sent < bytes; sent += PathController.SegmentBytes)
            _controller.Sent(++_sent);
        _path.Add(Duration.FromMilliseconds(RoundTrip), _now);
        _controller.Tick(inFlight: true, _now);
        _controller.Acked(change(new AckReport(_now, bytes, null)), _path);
    }
}
