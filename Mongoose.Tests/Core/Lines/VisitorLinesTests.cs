using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Lines;

public sealed class VisitorLinesTests
{
    private static readonly (string Agent, string Address) Ada = ("Ada", "192.0.2.1:13000"), Elsewhere = ("Ada", "192.0.2.2:13000"),
        Bob = ("Bob", "192.0.2.1:13000");

    private readonly VisitorLines<(string Agent, string Address)> _lines = new();
    private readonly Instant _start = Instant.FromSeconds(100);

    [Test]
    public void The_circuits_of_a_visitor_cross_one_line() => Assert.That(Of(Ada, 1), Is.SameAs(Of(Ada, 0)));

    [Test]
    public void Another_visitor_or_another_address_is_another_line()
    {
        Assert.That(new[] { Of(Ada, 0), Of(Elsewhere, 0), Of(Bob, 0) }, Is.Unique);
        Assert.That(_lines.Count, Is.EqualTo(3));
    }

    [Test]
    public void A_line_without_circuits_is_remembered_for_ten_minutes()
    {
        VisitorLine line = Of(Ada, 0);
        Assert.That(VisitorLines<int>.Memory, Is.EqualTo(Duration.FromSeconds(600)));
        Assert.That(Of(Ada, 599), Is.SameAs(line));
        Assert.That(Of(Ada, 599 + 599), Is.SameAs(line), "from its last use");
        Assert.That(Of(Ada, 599 + 599 + 602), Is.Not.SameAs(line));
    }

    [Test]
    public void A_line_with_a_circuit_is_remembered()
    {
        VisitorLine line = Of(Ada, 0);
        LineShare share = line.Open(isRoot: true, _start);
        Assert.That(Of(Ada, 100_000), Is.SameAs(line));
        line.Close(share);
        Assert.That(Of(Ada, 100_599), Is.SameAs(line));
    }

    [Test]
    public void Ten_minutes_begin_when_the_last_circuit_is_known_to_be_open()
    {
        VisitorLine line = Of(Ada, 0);
        LineShare share = line.Open(isRoot: true, _start);
        Of(Bob, 5000);
        line.Close(share);
        Assert.That(Of(Ada, 5500), Is.SameAs(line), "although its circuit opened long ago");
    }

    [Test]
    public void A_visitor_whose_circuit_has_just_closed_after_hours_is_remembered()
    {
        VisitorLine line = Of(Ada, 0);
        LineShare share = line.Open(isRoot: true, _start);
        share.Tick(hasInFlight: false, _start + Duration.FromSeconds(7200));
        line.Close(share);
        Assert.That(Of(Ada, 7201), Is.SameAs(line), "although no other visitor has come meanwhile");
    }

    [Test]
    public void Forgotten_lines_take_no_memory()
    {
        for (int visitor = 0; visitor < 1000; visitor++)
            Of(($"Visitor {visitor}", ""), visitor);
        Assert.That(_lines.Count, Is.InRange(600, 602));
        Of(Ada, 10_000);
        Assert.That(_lines.Count, Is.EqualTo(1));
    }

    [Test]
    public void Any_thread_may_ask()
    {
        VisitorLine[] lines = new VisitorLine[64];
        Parallel.For(0, lines.Length, i => lines[i] = Of(i % 2 == 0 ? Ada : Bob, 0));
        Assert.That(lines.Distinct().Count(), Is.EqualTo(2));
    }

    private VisitorLine Of((string Agent, string Address) visitor, double seconds) =>
        _lines.GetOrAdd(visitor, PathControlOptions.Default, _start + Duration.FromSeconds(seconds));
}
