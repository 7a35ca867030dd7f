using Mongoose.Core.Status.Figures;

namespace Mongoose.Tests.Core.Status.Figures;

/// <summary>Names that strangers choose.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PlainNameTests
{
    [TestCase("Ruth Example")]
    [TestCase("Ruth.Example @grid.example:8002")]
    [TestCase("Zoë Łąka 花子 علي 🦦 <b>\"\\|{0}")]
    [TestCase("")]
    public void Text_of_any_script_stays(string name) => Assert.That(PlainName.Of(name), Is.EqualTo(name));

    [Test]
    public void What_breaks_lines_or_turns_text_is_a_question_mark() => Assert.Multiple(() =>
    {
        Assert.That(PlainName.Of("Door\nWhat helps: nothing"), Is.EqualTo("Door?What helps: nothing"));
        Assert.That(PlainName.Of("a\r\n\tb\0"), Is.EqualTo("a???b?"));
        Assert.That(PlainName.Of("\u001b[2J\u0007\u007f\u009b31m"), Is.EqualTo("?[2J???31m"));
        Assert.That(PlainName.Of("a\u0085b\u2028c\u2029d"), Is.EqualTo("a?b?c?d"));
        Assert.That(PlainName.Of("\u202Egnp.\u2066exe\u2069\u200F"), Is.EqualTo("?gnp.?exe??"));
    });
}
