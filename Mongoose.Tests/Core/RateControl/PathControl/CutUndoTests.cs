using Mongoose.Core.RateControl;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Packets 10 and 12 are found lost through one datagram and cause a cut.</summary>
public sealed class CutUndoTests
{
    private CutUndo _undo = new(Lost(2, lowest: 10), window: 50_000, slowStartThreshold: 70_000, default(CubicGrowth), PathLimitKind.Delay);

    [Test]
    public void A_cut_is_undone_when_the_last_of_its_losses_proves_spurious()
    {
        Assert.That(_undo.IsDue(Arrived(1, lowest: 12)), Is.False);
        Assert.That(_undo.IsDue(Arrived(1, lowest: 10)), Is.True);
        Assert.That((_undo.Window, _undo.SlowStartThreshold, _undo.LimitKind), Is.EqualTo((50_000, 70_000, PathLimitKind.Delay)));
    }

    [Test]
    public void Losses_that_are_found_later_belong_to_the_cut_too()
    {
        Assert.That(_undo.IsDue(Lost(1, lowest: 13)), Is.False);
        Assert.That(_undo.IsDue(Arrived(2, lowest: 10)), Is.False);
        Assert.That(_undo.IsDue(Arrived(1, lowest: 13)), Is.True);
    }

    [Test]
    public void A_datagram_may_report_losses_and_spurious_ones() =>
        Assert.That(_undo.IsDue(Arrived(2, lowest: 10) with { HighestLost = 20, LostPackets = 1, LowestLost = 20 }), Is.False);

    [Test]
    public void Packets_that_were_lost_before_the_cut_say_nothing_about_it()
    {
        Assert.That(_undo.IsDue(Arrived(2, lowest: 9)), Is.False);
        Assert.That(_undo.IsDue(Arrived(2, lowest: 10)), Is.True);
    }

    [Test]
    public void A_cut_is_undone_once()
    {
        Assert.That(_undo.IsDue(Arrived(2, lowest: 10)), Is.True);
        Assert.That(_undo.IsDue(Arrived(2, lowest: 10)), Is.False);
    }

    [Test]
    public void A_cut_that_is_forgotten_stands()
    {
        _undo.Forget();
        Assert.That(_undo.IsDue(Lost(1, lowest: 13)), Is.False);
        Assert.That(_undo.IsDue(Arrived(1, lowest: 13)), Is.False);
    }

    private static AckReport Lost(int packets, uint lowest) => new(Instant.Zero, 1000, lowest + 2) { LostPackets = packets, LowestLost = lowest };

    private static AckReport Arrived(int packets, uint lowest) => new(Instant.Zero, 1000, null) { Spurious = packets, LowestSpurious = lowest };
}
