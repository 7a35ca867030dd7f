using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Whether other traffic fills the queue of a line whose round trip was 60 ms.</summary>
public sealed class CompetitorEvidenceTests
{
    private static readonly Duration Tolerance = Ms(10), Empty = Ms(60);

    private CompetitorEvidence _evidence = new();

    [Test]
    public void A_single_rise_may_be_a_longer_route()
    {
        Assert.That(_evidence.IsEnough, Is.False);
        Raise(by: 80, at: 100);
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void A_route_may_become_longer_by_and_by_but_not_three_times_within_seconds()
    {
        Raise(by: 80, at: 100);
        Raise(by: 40, at: 112);
        Assert.That(_evidence.IsEnough, Is.False);
        Raise(by: 40, at: 124);
        Assert.That(_evidence.IsEnough);
    }

    [Test]
    public void A_fall_counts_for_the_changes_of_its_time()
    {
        Raise(by: 80, at: 100);
        _evidence.NoteFallen(Instant.FromSeconds(101));
        Raise(by: 80, at: 200);
        Raise(by: 80, at: 210);
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void Two_longer_routes_in_two_minutes_do_not()
    {
        Raise(by: 80, at: 100);
        Raise(by: 40, at: 160);
        Raise(by: 40, at: 220);
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void A_jump_that_no_route_makes_shows_a_competitor_at_once()
    {
        Raise(by: 600, at: 100);
        Assert.That(_evidence.IsEnough);
    }

    [Test]
    public void A_longer_route_that_becomes_shorter_again_within_seconds_was_a_queue()
    {
        Raise(by: 80, at: 100);
        _evidence.NoteFallen(Instant.FromSeconds(105));
        Assert.That(_evidence.IsEnough);
    }

    [Test]
    public void A_fall_is_one_change_however_many_samples_show_it()
    {
        Raise(by: 9, at: 100);
        for (int second = 101; second < 110; second++)
            _evidence.NoteFallen(Instant.FromSeconds(second));
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void A_route_that_becomes_shorter_after_a_minute_was_a_route()
    {
        Raise(by: 80, at: 100);
        _evidence.NoteFallen(Instant.FromSeconds(160));
        _evidence.NoteFallen(Instant.FromSeconds(161));
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void Differences_within_the_tolerance_show_nothing()
    {
        for (int second = 100; second < 120; second++)
            Raise(by: 9, at: second);
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void After_the_competition_the_evidence_begins_anew()
    {
        A_route_may_become_longer_by_and_by_but_not_three_times_within_seconds();
        _evidence.Reset();
        Assert.That(_evidence.IsEnough, Is.False);
        Raise(by: 40, at: 113);
        Assert.That(_evidence.IsEnough, Is.False);
    }

    [Test]
    public void A_probe_that_finds_the_line_empty_shows_that_the_competitor_is_gone([Values(60, 69)] double floor) =>
        Assert.That(IsAlone(floor, queueBefore: 200));

    [Test]
    public void A_probe_that_finds_a_queue_shows_that_the_competitor_is_there()
    {
        _evidence.NoteFloor(Ms(110));
        Assert.That(IsAlone(160, queueBefore: 200), Is.False);
    }

    [Test]
    public void Equal_floors_below_a_queue_that_is_the_circuits_own_show_a_longer_route()
    {
        _evidence.NoteFloor(Ms(160));
        Assert.That(IsAlone(162, queueBefore: 200), "the circuits' own queue was 98 ms");
        Assert.That(IsAlone(162, queueBefore: 110), Is.False, "8 ms");
    }

    private void Raise(double by, double at) => _evidence.RecordRaised(Ms(by), Tolerance, Instant.FromSeconds(at));

    private bool IsAlone(double floor, double queueBefore) => _evidence.IsAlone(Ms(floor), Empty, Ms(queueBefore), Tolerance);

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
