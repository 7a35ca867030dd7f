using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class ConsoleAnswerTests
{
    private const string Begin = "marker-1", End = "marker-2";

    [Test]
    public void An_answer_is_what_is_said_between_the_markers()
    {
        ConsoleAnswer answer = Said((7, "before"), (8, "> marker-1"), (9, "one\ntwo"), (10, "three"), (11, "marker-2"), (12, "after"));
        Assert.That((answer.IsComplete, answer.HasGap), Is.EqualTo((true, false)));
        Assert.That(answer.Lines, Is.EqualTo(new[] { "one", "two", "three" }));
    }

    [Test]
    public void It_is_not_complete_before_its_end() => Assert.That(Said((8, "marker-1"), (9, "one")).IsComplete, Is.False);

    [Test]
    public void What_did_not_come_is_missed_by_its_number() => Assert.That(Said((8, "marker-1"), (10, "marker-2")).HasGap);

    [Test]
    public void An_end_without_a_beginning_is_no_answer() => Assert.That(Said((9, "one"), (10, "marker-2")).HasGap);

    [Test]
    public void Two_who_spoke_at_once_may_have_one_number() => Assert.That(Said((8, "marker-1"), (9, "one"), (9, "two"), (10, "marker-2")).HasGap, Is.False);

    [Test]
    public void What_is_repeated_is_whole_whatever_its_numbers()
    {
        ConsoleAnswer answer = new(Begin, End, isRepeated: true);
        Tell(answer, (8, "marker-1"), (10, "one"), (11, "marker-2"));
        Assert.That((answer.IsComplete, answer.HasGap), Is.EqualTo((true, false)));
        Assert.That(answer.Lines, Is.EqualTo(new[] { "one" }));
    }

    private static ConsoleAnswer Said(params (long Number, string Text)[] lines)
    {
        ConsoleAnswer answer = new(Begin, End, isRepeated: false);
        Tell(answer, lines);
        return answer;
    }

    private static void Tell(ConsoleAnswer answer, params (long Number, string Text)[] lines) => Array.ForEach(lines, line => answer.Add(line.Number, line.Text));
}
