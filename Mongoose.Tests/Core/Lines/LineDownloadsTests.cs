using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

/// <summary>The circuits of a visitor beside the same visitor's downloads by TCP.</summary>
public sealed class LineDownloadsTests
{
    private static readonly Duration Period = Duration.FromSeconds(7);

    private readonly LineRig _rig = new();

    /// <summary>Queues that stand, that grow and drain like a TCP's, and that come and go.</summary>
    [Test]
    public void The_queue_of_own_downloads_does_not_slow_the_circuits(
        [Values("stands", "saws", "comes and goes")] string queue, [Values(20, 80, 250)] int milliseconds)
    {
        Duration height = Duration.FromMilliseconds(milliseconds);
        _rig.Downloads = now => (DataRate.FromKilobitsPerSecond(3600), Queue(queue, height, now));
        LineShare share = _rig.Open(askedKilobits: 300);
        for (int second = 0; second < 60; second++)
        {
            _rig.Use(1, share);
            Assert.That(share.Mode, Is.Not.EqualTo(PathMode.Competing), $"second {second}");
            if (second > 5)
                Assert.That(share.Rate.KilobitsPerSecond, Is.EqualTo(300), $"second {second}");
        }
    }

    [Test]
    public void The_same_queue_of_somebody_else_is_a_strangers()
    {
        _rig.AreDownloadsKnown = false;
        _rig.Downloads = now => (DataRate.FromKilobitsPerSecond(3600), Queue("saws", Duration.FromMilliseconds(250), now));
        LineShare share = _rig.Open(askedKilobits: 3000);
        Assert.That(Enumerable.Range(0, 60).Any(_ => IsCompeting(_rig.Use(1, share), share)));
    }

    [Test]
    public void A_queue_of_the_circuits_own_is_still_seen()
    {
        _rig.Downloads = _ => (DataRate.FromKilobitsPerSecond(100), Duration.FromMilliseconds(12));
        LineShare share = _rig.Open(askedKilobits: 20_000);
        _rig.Use(20, share);
        Assert.That(share.Rate.KilobitsPerSecond, Is.InRange(0.7 * LineRig.Kilobits, 1.1 * LineRig.Kilobits));
    }

    [Test]
    public void A_circuit_that_the_line_limits_names_the_downloads_while_they_have_most_of_it()
    {
        _rig.Downloads = _ => (DataRate.FromKilobitsPerSecond(60_000), Duration.FromMilliseconds(12));
        LineShare share = _rig.Open(askedKilobits: 20_000);
        _rig.Use(5, share);
        Assert.That(share.LimitKind, Is.EqualTo(PathLimitKind.Downloads));
        _rig.AreDownloadsKnown = false;
        _rig.Downloads = null;
        _rig.Use(5, share);
        Assert.That(share.LimitKind, Is.Not.EqualTo(PathLimitKind.Downloads), "half a second after the last report there are none");
    }

    private static bool IsCompeting(LineRig rig, LineShare share) => rig.Now > Instant.Zero && share.Mode == PathMode.Competing;

    private static Duration Queue(string kind, Duration height, Instant now)
    {
        double phase = now.Nanoseconds % Period.Nanoseconds / (double)Period.Nanoseconds;
        return kind switch
        {
            "stands" => height,
            "saws" => height * (0.5 + phase / 2),
            _ => phase < 0.5 ? height : Duration.Zero,
        };
    }
}
