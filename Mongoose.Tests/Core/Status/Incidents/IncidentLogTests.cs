using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Incidents;
using Mongoose.Core.Units;
using Mongoose.Tests.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Incidents;

/// <summary>When visitors suffer, and what changed before.</summary>
public sealed class IncidentLogTests
{
    private const long Epoch = 1_800_000_000_000;

    private IncidentLog _log = new();
    private int _seconds;

    [SetUp]
    public void SetUp() => (_log, _seconds) = (new IncidentLog(), 0);

    [Test]
    public void Harm_of_three_seconds_is_an_incident_that_began_with_the_first()
    {
        Pass(10, Cases.Process);
        Pass(2, Cases.Starved);
        Assert.That(_log.Incidents, Is.Empty);
        Pass(1, Cases.Starved);
        Incident incident = _log.Incidents.Single();
        Assert.That((incident.Id, incident.IsOver, incident.Finding.Cause.Name), Is.EqualTo((1, false, "host")));
        Assert.That(incident.Began, Is.EqualTo(Epoch + 11_000));
        Assert.That(incident.Length, Is.EqualTo(Duration.FromSeconds(2)));
    }

    [Test]
    public void It_is_over_when_nobody_has_suffered_for_ten_seconds()
    {
        Pass(5, Cases.Starved);
        Pass(9, Cases.Process);
        Pass(2, Cases.Starved);
        Pass(9, Cases.Process);
        Assert.That(_log.Incidents.Single().IsOver, Is.False);
        Pass(1, Cases.Process);
        Assert.That(_log.Incidents.Single().IsOver);
        Pass(3, Cases.Starved);
        Assert.That(_log.Incidents.Select(incident => incident.Id), Is.EqualTo(new[] { 2, 1 }));
    }

    [Test]
    public void A_visitor_whose_line_is_always_bad_does_not_hide_what_the_simulator_does()
    {
        VisitorEvidence bad = Slow(Cases.Region());
        Pass(100, Cases.Process, bad, Cases.Visitor(bad.Region, 2));
        Pass(5, Cases.Starved, bad, Cases.Visitor(bad.Region, 2));
        Pass(10, Cases.Process, bad, Cases.Visitor(bad.Region, 2));
        Assert.That(_log.Incidents.Select(incident => (incident.Finding.Cause.Name, incident.Length.Seconds, incident.IsOver)),
            Is.EqualTo(new[] { ("host", 4.0, true), ("delay", 114.0, false) }));
        Assert.That(_log.Incidents.Select(incident => incident.Harmed), Is.EqualTo(new[] { 1, 1 }));
        Assert.That(_log.Incidents[1].Visitors, Is.EqualTo(new[] { 1 }));
        Assert.That(_log.Incidents[1].Avatars, Is.EqualTo(new[] { 101 }));
    }

    [Test]
    public void An_incident_that_goes_on_stays_among_the_twenty()
    {
        VisitorEvidence bad = Slow(Cases.Region());
        for (int i = 0; i < 25; i++)
        {
            Pass(3, Cases.Starved, bad, Cases.Visitor(bad.Region, 2));
            Pass(10, Cases.Process, bad, Cases.Visitor(bad.Region, 2));
        }
        Assert.That(_log.Incidents, Has.Count.EqualTo(20));
        Assert.That(_log.Incidents.Where(incident => !incident.IsOver).Select(incident => incident.Finding.Cause.Name),
            Is.EqualTo(new[] { "delay" }));
    }

    [Test]
    public void The_cause_is_the_one_that_harmed_most_and_not_the_one_that_lasted()
    {
        RegionEvidence region = Cases.Region();
        VisitorEvidence lossy = Cases.Visitor(region) with { LostFraction = 0.06 };
        Pass(30, Cases.Process, lossy, Cases.Visitor(region, 2));
        Pass(10, Cases.Process, lossy, Slow(region, 2), Slow(region, 3));
        Assert.That(_log.Incidents.Single().Causes.Select(cause => (cause.Worst.Cause.Name, cause.Seconds)),
            Is.EqualTo(new[] { ("delay", 10), ("loss", 38) }), "from its third second on");
    }

    [Test]
    public void The_last_twenty_are_kept()
    {
        for (int i = 0; i < 25; i++)
        {
            Pass(3, Cases.Starved);
            Pass(10, Cases.Process);
        }
        Assert.That(_log.Incidents.Select(incident => incident.Id), Is.EqualTo(Enumerable.Range(6, 20).Reverse()));
    }

    [Test]
    public void A_line_that_fails_a_hundred_times_drives_out_nothing_that_the_simulator_did()
    {
        VisitorEvidence good = Cases.Visitor(Cases.Region()), bad = Slow(good.Region), other = Cases.Visitor(good.Region, 2);
        for (int i = 0; i < 12; i++)
        {
            Pass(3, Cases.Starved, good, other);
            Pass(10, Cases.Process, good, other);
        }
        for (int i = 0; i < 100; i++)
        {
            Pass(3, Cases.Process, bad, other);
            Pass(10, Cases.Process, good, other);
        }
        Assert.That(_log.Incidents.Select(incident => incident.Id),
            Is.EqualTo((int[])[.. Enumerable.Range(103, 10).Reverse(), .. Enumerable.Range(3, 10).Reverse()]), "ten of each kind");
    }

    [Test]
    public void The_minute_before_is_kept_with_it()
    {
        Pass(200, Cases.Process);
        Pass(30, Cases.Starved);
        IReadOnlyList<Moment> minute = _log.Incidents.Single().Minute;
        Assert.That((minute[^1].At - minute[0].At).Seconds, Is.EqualTo(62).Within(1e-9));
        Assert.That(minute.Count(moment => moment.Process.Late > 0), Is.EqualTo(3));
    }

    [Test]
    public void Who_came_and_whose_scripts_rose_and_which_line_fell_is_said()
    {
        RegionEvidence quiet = Cases.Region(), busy = quiet with { Scripts = [new ScriptCost("id", "Fountain", "1, 2, 3", 0.9)] };
        Pass(30, Cases.Process, Cases.Visitor(quiet));
        Pass(10, Cases.Process, Cases.Visitor(busy), Cases.Visitor(busy, 2));
        Pass(3, Cases.Process, Slow(busy), Cases.Visitor(busy, 2));
        string[] changes = [.. _log.Incidents.Single().Changes.Select(change => change.Line(withName: true))];
        Assert.That(changes, Has.Some.EqualTo("scripts in “Fountain” rose from 0.13 cores to 0.9 cores"));
        Assert.That(changes, Has.Some.EqualTo("Ruth 2 came 12 s before"));
        Assert.That(changes, Has.Some.EqualTo("the line of Ruth 1 fell from 3.0 Mbit/s to 300 kbit/s"));
        Assert.That(_log.Incidents.Single().Changes.Select(change => change.Line(withName: false)),
            Has.None.Contain("Ruth").And.Some.StartsWith("Visitor 102 came "), "the avatar's number, as on the page");
    }

    [Test]
    public void What_threads_waited_for_and_what_the_host_did_not_give_is_said()
    {
        Pass(30, Cases.Process with { QueuedWork = 2, WorkWait = Duration.FromMilliseconds(1), Stolen = 0.01, PagesRead = 0 });
        Pass(8, Cases.Process with { QueuedWork = 250, WorkWait = Duration.FromSeconds(1.5), Stolen = 0.41, PagesRead = 320 });
        Assert.That(_log.Incidents.Single().Changes.Select(change => change.Line(withName: false)), Is.EqualTo(new[]
        {
            "the processor time that the host's programs wanted and did not get rose from 1.0 % to 16 %",
            "the pages of memory for which the process waited rose from 0 to 120 a second",
            "the time that work waits for a thread rose from 1 ms to 1.5 s",
            "the work items that wait for a thread rose from 2 to 250",
        }));
    }

    [TestCase(0.03, 8.0, 150, 15)]
    [TestCase(null, null, 0, 0, Description = "not known")]
    public void Small_changes_are_not_said(double? stolen, double? pages, double waitMs, int queued)
    {
        ProcessHealth quiet = Cases.Process with { Stolen = 0, PagesRead = 0 };
        Pass(30, quiet);
        Pass(8, quiet with
        {
            Late = Cases.Starved.Late,
            Lateness = Cases.Starved.Lateness,
            Stolen = stolen,
            PagesRead = pages,
            WorkWait = Duration.FromMilliseconds(waitMs),
            QueuedWork = queued,
        });
        Assert.That(_log.Incidents.Single().Changes, Is.Empty);
    }

    [Test]
    public void A_crowd_that_came_is_one_line()
    {
        VisitorEvidence[] crowd = [.. Enumerable.Range(1, 5).Select(number => Cases.Visitor(Cases.Region(), number))];
        Pass(30, Cases.Process, crowd[..1]);
        for (int present = 2; present <= crowd.Length; present++)
            Pass(5, Cases.Process, crowd[..present]);
        Pass(3, Cases.Starved, crowd);
        string[] changes = [.. _log.Incidents.Single().Changes.Select(change => change.Line(withName: true))];
        Assert.That(changes, Has.Some.EqualTo("4 visitors came, the first 22 s before, the last 7.0 s"));
        Assert.That(changes, Has.None.Contain("Ruth"));
    }

    [Test]
    public void A_visitor_s_name_with_braces_is_text()
    {
        Change change = new("{0} came", 3, "{0} <b>");
        Assert.That((change.Line(withName: true), change.Line(withName: false)), Is.EqualTo(("{0} <b> came", "Visitor 3 came")));
    }

    private static VisitorEvidence Slow(RegionEvidence region, int number = 1)
    {
        VisitorEvidence visitor = Cases.Limited(region, LimitedBy.PathDelay, number);
        return visitor with
        {
            Figures = visitor.Figures with { PathRate = Cases.Kbps(300), PathDelay = Duration.FromSeconds(1) },
        };
    }

    private void Pass(int seconds, ProcessHealth process) => Pass(seconds, process, Cases.Visitor(Cases.Region()));

    private void Pass(int seconds, ProcessHealth process, params VisitorEvidence[] visitors)
    {
        for (int i = 0; i < seconds; i++)
        {
            Diagnosis diagnosis = Cases.Diagnose(process, visitors);
            Moment moment = Moment.Of(diagnosis, [visitors[0].Region], process, Instant.Zero + Duration.FromSeconds(++_seconds));
            _log.Add(diagnosis, moment, Epoch + _seconds * 1000);
        }
    }
}
