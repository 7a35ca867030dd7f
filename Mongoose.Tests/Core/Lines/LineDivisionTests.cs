using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

/// <summary>How a line's rate is divided among circuits that could send more (limited) and those that could not.</summary>
public sealed class LineDivisionTests
{
    private static readonly Instant Now = Instant.FromSeconds(100);

    private readonly VisitorLine _line = new(PathControlOptions.Default, Now);
    private readonly PathController _control = new(PathControlOptions.Default, Now);

    [SetUp]
    public void AskForMore() => _control.SetAllowed(DataRate.FromMegabitsPerSecond(100));

    [Test]
    public void The_rates_of_limited_circuits_add_up_to_the_line_s([Values(1, 2, 7, 100)] int circuits)
    {
        LineShare[] shares = [.. Enumerable.Range(0, circuits).Select(i => Share(isRoot: i == 0, isLimited: true))];
        Divide(shares);
        Assert.That(shares.Sum(static share => share.Rate.BytesPerSecond), Is.EqualTo(_control.Rate.BytesPerSecond).Within(1).Percent);
    }

    [Test]
    public void The_root_has_as_much_as_several_neighbours_together()
    {
        (LineShare root, LineShare child, LineShare other) = (Share(true, true), Share(false, true), Share(false, true));
        Divide(root, child, other);
        Assert.That(root.Rate / child.Rate, Is.InRange(4, 16));
        Assert.That(child.Rate, Is.EqualTo(other.Rate));
    }

    [Test]
    public void A_limited_circuit_gets_what_the_others_leave()
    {
        (LineShare limited, LineShare other) = (Share(false, true), Share(true, false));
        other.NoteAcked(0.3 * _control.Rate.BytesPerSecond, Now);
        Divide(limited, other);
        Assert.That(limited.Rate / _control.Rate, Is.EqualTo(0.7).Within(0.01));
    }

    [Test]
    public void However_much_the_others_deliver_half_of_the_line_is_for_limited_circuits()
    {
        (LineShare limited, LineShare other) = (Share(false, true), Share(true, false));
        other.NoteAcked(5 * _control.Rate.BytesPerSecond, Now);
        Divide(limited, other);
        Assert.That(limited.Rate / _control.Rate, Is.EqualTo(0.5).Within(0.01));
    }

    [Test]
    public void A_circuit_that_is_not_limited_may_send_at_once_what_it_would_get_if_it_were()
    {
        (LineShare limited, LineShare resting) = (Share(false, true), Share(true, false));
        Divide(limited, resting);
        DataRate atOnce = resting.Rate;
        resting.NoteLimited(Now);
        Divide(limited, resting);
        Assert.That(resting.Rate, Is.EqualTo(atOnce));
    }

    [Test]
    public void If_none_is_limited_each_may_send_all_that_is_free()
    {
        LineShare[] shares = [Share(true, false), Share(false, false)];
        Divide(shares);
        Assert.That(shares.Select(static share => share.Rate), Is.All.EqualTo(_control.Rate));
    }

    [Test]
    public void Half_a_second_after_its_last_limit_a_circuit_no_longer_counts_as_limited()
    {
        LineShare share = Share(false, true);
        Assert.That((share.IsLimited(Now + Duration.FromMilliseconds(400)), share.IsLimited(Now + Duration.FromSeconds(1))),
            Is.EqualTo((true, false)));
    }

    [Test]
    public void What_was_delivered_a_second_ago_is_free_again()
    {
        (LineShare limited, LineShare other) = (Share(false, true), Share(true, false));
        other.NoteAcked(0.3 * _control.Rate.BytesPerSecond, Now - Duration.FromSeconds(1));
        Divide(limited, other);
        Assert.That(limited.Rate, Is.EqualTo(_control.Rate));
    }

    [Test]
    public void A_circuit_gets_at_most_what_it_asks_for()
    {
        LineShare modest = Share(true, true, askedKilobits: 20);
        Divide(modest, Share(false, true));
        Assert.That(modest.Rate.KilobitsPerSecond, Is.EqualTo(20));
    }

    private LineShare Share(bool isRoot, bool isLimited, double askedKilobits = 20_000)
    {
        LineShare share = new(_line, isRoot);
        share.SetAllowed(DataRate.FromKilobitsPerSecond(askedKilobits), Now);
        if (isLimited)
            share.NoteLimited(Now);
        return share;
    }

    private void Divide(params LineShare[] shares) => LineDivision.Divide(_control, shares, _control.LimitKind, Now);
}
