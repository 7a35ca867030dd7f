using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>The four lines that answer why it lags.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ExplanationTests
{
    private static readonly RegionEvidence Welcome = Cases.Region();

    [Test]
    public void A_limit_of_the_circuit_comes_with_its_figures()
    {
        IReadOnlyList<string> lines = Explain(Cases.Diagnose(Cases.Process, Cases.Limited(Welcome, LimitedBy.Viewer)));
        Assert.That(lines, Has.Count.EqualTo(4));
        Assert.That(lines[0], Is.EqualTo("Ruth 1 in Welcome: viewer (limited, but does not suffer)."));
        Assert.That(lines[1], Is.EqualTo("The region has more to send than the 3.0 Mbit/s that the viewer asks for."));
        Assert.That(lines[2], Does.StartWith("Seen: requested 3000 kbit/s, allowed 3000 kbit/s,").And.Contain("path delay 3.0 ms"));
        Assert.That(lines[3], Does.StartWith("What helps: The visitor can raise the bandwidth"));
    }

    [Test]
    public void A_cause_of_the_process_comes_with_the_process_s_figures()
    {
        IReadOnlyList<string> lines = Explain(Cases.Diagnose(Cases.Starved, Cases.Visitor(Welcome)));
        Assert.That(lines[0], Does.StartWith("Ruth 1 in Welcome: host (suffers, "));
        Assert.That(lines[1], Does.Contain("a quota stops it"));
        Assert.That(lines[2], Does.Contain("a quota of 0.12 cores stopped the process 85 % of the time"));
        Assert.That(lines[3], Does.Contain("Raise the processor quota"));
    }

    [Test]
    public void A_visitor_whom_nothing_holds_back_learns_where_to_look_next() =>
        Assert.That(Explain(Cases.Diagnose(Cases.Process, Cases.Visitor(Welcome)))[3], Does.Contain("visitor's own computer"));

    [Test]
    public void A_visitor_far_away_learns_that_the_way_is_long()
    {
        IReadOnlyList<string> lines =
            Explain(Cases.Diagnose(Cases.Process, Cases.Visitor(Welcome) with { RoundTrips = [310, 320] }));
        Assert.That(lines[2], Does.StartWith("Seen: round trip 320 ms, "));
        Assert.That(lines[3], Is.EqualTo("What helps: nothing here. The way to the visitor is long, so that all answers come late."));
    }

    [Test]
    public void Under_stock_throttles_it_does_not_say_that_nothing_holds_the_visitor_back()
    {
        VisitorEvidence visitor = Cases.Visitor(Welcome with { IsShaping = false });
        Assert.That(Explain(Cases.Diagnose(Cases.Process, visitor))[0], Does.EndWith("not known."));
    }

    private static IReadOnlyList<string> Explain(Diagnosis diagnosis) => Explanation.Of(diagnosis.Visitors[0], diagnosis);
}
