using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class ConsoleAnswerTests
{
    [Test]
    public void An_answer_has_the_lines_between_the_markers()
    {
        ConsoleAnswer answer = Read([(7, "before"), (8, "> marker-1"), (9, "one\ntwo")], [(10, "three"), (11, "marker-2"), (12, "after")]);
        Assert.That((answer.IsComplete, answer.HasGap), Is.EqualTo((true, false)));
        Assert.That(answer.Lines, Is.EqualTo(new[] { "one", "two", "three" }));
    }

    [Test]
    public void An_answer_is_incomplete_before_the_end_marker() => Assert.That(Read([(8, "marker-1"), (9, "one")]).IsComplete, Is.False);

    [Test]
    public void A_missing_number_is_a_gap() => Assert.That(Read([(8, "marker-1")], [(10, "marker-2")]).HasGap);

    [Test]
    public void An_end_without_a_beginning_is_a_gap() => Assert.That(Read([(9, "one"), (10, "marker-2")]).HasGap);

    [Test]
    public void Two_entries_may_have_the_same_number()
    {
        ConsoleAnswer answer = Read([(8, "marker-1"), (10, "one"), (10, "two"), (11, "marker-2")]);
        Assert.That((answer.HasGap, answer.Lines), Is.EqualTo((false, new[] { "one", "two" })));
    }

    [Test]
    public void An_entry_that_is_read_twice_is_kept_once()
    {
        ConsoleAnswer answer = Read([(8, "marker-1"), (9, "one")], [(8, "marker-1"), (9, "one"), (9, "two"), (10, "marker-2")]);
        Assert.That((answer.HasGap, answer.Lines), Is.EqualTo((false, new[] { "one", "two" })));
    }

    private static ConsoleAnswer Read(params (long Number, string Text)[][] reads)
    {
        ConsoleAnswer answer = new("marker-1", "marker-2");
        Array.ForEach(reads, answer.Add);
        return answer;
    }
}
