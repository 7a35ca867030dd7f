using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

/// <summary>The circuits of one visitor share the visitor's line, here of 4 Mbit/s.</summary>
public sealed class VisitorLineTests
{
    private readonly LineRig _rig = new();

    [Test]
    public void A_single_circuit_has_the_whole_line()
    {
        LineShare share = _rig.Open();
        _rig.Use(20, share);
        Assert.That(MeanSum(share), Is.EqualTo(LineRig.Kilobits).Within(10).Percent);
    }

    [Test]
    public void A_new_circuit_starts_from_what_is_known()
    {
        LineShare first = _rig.Open();
        _rig.Use(20, first);
        _rig.Close(first);
        LineShare second = _rig.Open();
        Assert.That(second.Rate.KilobitsPerSecond, Is.GreaterThan(0.5 * LineRig.Kilobits));
        Assert.That(new LineRig().Open().Rate.KilobitsPerSecond, Is.LessThan(0.5 * LineRig.Kilobits),
            "on a line of which nothing is known");
    }

    [Test]
    public void The_region_where_the_visitor_is_comes_first()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Assert.That(root.Rate / child.Rate, Is.InRange(4, 16));
    }

    [Test]
    public void When_the_visitor_walks_into_another_region_its_circuit_comes_first()
    {
        (LineShare old, LineShare next) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, old, next);
        (old.IsRoot, next.IsRoot) = (false, true);
        _rig.Use(1, old, next);
        Assert.That(next.Rate / old.Rate, Is.InRange(4, 16));
    }

    [Test]
    public void Circuits_of_the_same_kind_share_equally()
    {
        LineShare[] shares = [.. Enumerable.Range(0, 5).Select(_ => _rig.Open(isRoot: false))];
        _rig.Use(20, shares);
        Assert.That(shares.Select(static share => share.Rate.KilobitsPerSecond),
            Is.All.EqualTo(shares[0].Rate.KilobitsPerSecond).Within(1).Percent);
    }

    [Test]
    public void Circuits_that_could_send_more_get_no_more_than_the_line_carries_together([Values(2, 3, 9, 50)] int circuits)
    {
        LineShare[] shares = [.. Enumerable.Range(0, circuits).Select(i => _rig.Open(isRoot: i == 0))];
        _rig.Use(20, shares);
        Assert.That(MeanSum(shares), Is.EqualTo(LineRig.Kilobits).Within(10).Percent);
        for (int i = 0; i < 500; i++)
        {
            _rig.Use(0.02, shares);
            Assert.That(_rig.Sum, Is.LessThan(1.3 * LineRig.Kilobits));
        }
    }

    [Test]
    public void A_circuit_whose_packets_are_no_longer_acknowledged_does_not_silence_the_others()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        _rig.Use(15, root);
        double before = _rig.Sum;
        for (int tick = 0; tick < 40; tick++)
        {
            _rig.Rest(0.5);
            child.Tick(hasInFlight: true, _rig.Now);
        }
        Assert.That(_rig.Sum, Is.GreaterThan(0.9 * before));
    }

    [Test]
    public void A_circuit_that_rests_leaves_its_share_to_the_others()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Assert.That(MeanSum(child), Is.GreaterThan(0.8 * LineRig.Kilobits), "the root has nothing to send");
        _rig.Use(20, root, child);
        Assert.That(root.Rate / child.Rate, Is.InRange(4, 16), "until it has");
    }

    [Test]
    public void A_resting_circuit_may_send_its_part_at_once()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, child);
        Assert.That(root.Rate.KilobitsPerSecond, Is.GreaterThan(0.5 * LineRig.Kilobits));
    }

    [Test]
    public void A_circuit_gets_at_most_what_its_viewer_asks_for()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true, askedKilobits: 300), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Assert.That(root.Rate.KilobitsPerSecond, Is.EqualTo(300));
        root.SetAllowed(DataRate.FromKilobitsPerSecond(100), _rig.Now);
        Assert.That(root.Rate.KilobitsPerSecond, Is.EqualTo(100), "immediately");
    }

    [Test]
    public void A_circuit_that_asks_for_little_does_not_lower_what_the_line_is_known_to_carry()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false, askedKilobits: 50));
        _rig.Use(20, root);
        _rig.Use(5, child);
        _rig.Use(0.04, root);
        Assert.That(root.Rate.KilobitsPerSecond, Is.GreaterThan(0.5 * LineRig.Kilobits));
    }

    [Test]
    public void A_circuit_without_a_request_gets_nothing_and_takes_nothing_from_the_others()
    {
        LineShare root = _rig.Open(isRoot: true);
        _rig.Use(20, root);
        LineShare silent = _rig.Open(isRoot: false, askedKilobits: 0);
        Assert.That(silent.Rate, Is.EqualTo(DataRate.Zero));
        Assert.That(MeanSum(root), Is.EqualTo(LineRig.Kilobits).Within(15).Percent);
    }

    [Test]
    public void A_circuit_that_closes_leaves_its_share_to_the_others()
    {
        (LineShare root, LineShare child) = (_rig.Open(isRoot: true), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Assert.That(_rig.Line.Circuits, Is.EqualTo(2));
        _rig.Close(root);
        Assert.That(_rig.Line.Circuits, Is.EqualTo(1));
        _rig.Use(1, child);
        Assert.That(MeanSum(child), Is.GreaterThan(0.8 * LineRig.Kilobits));
    }

    [Test]
    public void A_report_of_a_circuit_that_has_closed_does_no_harm()
    {
        (LineShare gone, LineShare child) = (_rig.Open(), _rig.Open(isRoot: false));
        _rig.Use(20, gone, child);
        _rig.Close(gone);
        _rig.Close(gone);
        gone.Acked(new AckReport { At = _rig.Now, Bytes = 1000, Packets = 1 });
        gone.Tick(hasInFlight: true, _rig.Now);
        Assert.That(MeanSum(child), Is.EqualTo(LineRig.Kilobits).Within(15).Percent);
        _rig.Close(child);
        gone.Tick(hasInFlight: true, _rig.Now);
    }

    [Test]
    public void The_packets_in_flight_of_a_closed_circuit_are_no_silence_of_the_others()
    {
        (LineShare gone, LineShare stays) = (_rig.Open(), _rig.Open(isRoot: false));
        _rig.Use(20, gone, stays);
        gone.Tick(hasInFlight: true, _rig.Now);
        _rig.Close(gone);
        _rig.Use(1, stays);
        double before = stays.Rate.KilobitsPerSecond;
        _rig.Rest(30);
        Assert.That(stays.Rate.KilobitsPerSecond, Is.GreaterThan(0.8 * before));
    }

    [Test]
    public void If_no_circuit_gets_acks_the_rate_of_all_falls()
    {
        (LineShare root, LineShare child) = (_rig.Open(), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Instant now = _rig.Now;
        for (int i = 0; i < 500; i++)
        {
            now += Duration.FromMilliseconds(20);
            root.Tick(hasInFlight: true, now);
            child.Tick(hasInFlight: false, now);
        }
        Assert.That(root.Rate.KilobitsPerSecond + child.Rate.KilobitsPerSecond, Is.LessThan(0.2 * LineRig.Kilobits));
    }

    [Test]
    public void All_circuits_show_the_state_of_the_line()
    {
        (LineShare root, LineShare child) = (_rig.Open(), _rig.Open(isRoot: false));
        _rig.Use(20, root, child);
        Assert.That((child.Mode, child.LimitKind, child.Queueing), Is.EqualTo((root.Mode, root.LimitKind, root.Queueing)));
        Assert.That(root.Mode, Is.EqualTo(PathMode.Delay));
    }

    [Test]
    public void A_hundred_circuits_of_one_visitor_share_its_line() => Share(circuits: 100);

    [Test, Slow("at each step, each of a thousand circuits divides the line among all")]
    public void A_thousand_circuits_of_one_visitor_share_its_line() => Share(circuits: 1000);

    private void Share(int circuits)
    {
        LineShare[] shares = [.. Enumerable.Range(0, circuits).Select(i => _rig.Open(isRoot: i == 0, askedKilobits: 500))];
        Assert.That(_rig.Line.Circuits, Is.EqualTo(circuits));
        _rig.Use(2, shares);
        Assert.That(_rig.Sum, Is.LessThan(1.5 * LineRig.Kilobits));
        Assert.That(shares.Select(static share => share.Rate), Is.All.GreaterThan(DataRate.Zero), "none starves");
        foreach (LineShare share in shares)
            _rig.Close(share);
        Assert.That(_rig.Line.Circuits, Is.Zero);
    }

    /// <summary>The mean of the circuits' rates together, over ten seconds in which all of them send what they may.</summary>
    private double MeanSum(params LineShare[] shares)
    {
        double sum = 0;
        for (int i = 0; i < 500; i++)
        {
            _rig.Use(0.02, shares);
            sum += shares.Sum(static share => share.Rate.KilobitsPerSecond);
        }
        return sum / 500;
    }
}
