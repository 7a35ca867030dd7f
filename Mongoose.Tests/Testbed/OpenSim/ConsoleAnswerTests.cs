using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class ConsoleAnswerTests
{
    [Test]
    public void An_answer_is_what_is_said_between_the_markers()
    {
        ConsoleAnswer answer = Read([(7, "before"), (8, "> marker-1"), (9, "one\ntwo")], [(10, "three"), (11, "marker-2"), (12, "after")]);
        Assert.That((answer.IsComplete, answer.HasGap), Is.EqualTo((true, false)));
        Assert.That(answer.Lines, Is.EqualTo(new[] { "one", "two", "three" }));
    }

    [Test]
    public void It_is_not_complete_before_its_end() => Assert.That(Read([(8, "marker-1"), (9, "one")]).IsComplete, Is.False);

    [Test]
    public void What_came_with_no_read_is_missed_by_its_number() => Assert.That(Read([(8, "marker-1")], [(10, "marker-2")]).HasGap);

    [Test]
    public void An_end_without_a_beginning_is_no_answer() => Assert.That(Read([(9, "one"), (10, "marker-2")]).HasGap);

    [Test]
    public void Two_who_spoke_at_once_may_have_one_number()
    {
        ConsoleAnswer answer = Read([(8, "marker-1"), (10, "one"), (10, "two"), (11, "marker-2")]);
        Assert.That((answer.HasGap, answer.Lines), Is.EqualTo((false, new[] { "one", "two" })));
    }

    [Test]
    public void What_is_read_twice_is_said_once()
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
