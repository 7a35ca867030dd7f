using Mongoose.Benchmarks;

namespace Mongoose.Tests.Benchmarks;

/// <summary>What counts as a statement and as a line of code.</summary>
public sealed class StatementCountTests
{
    [TestCase("// nothing\n\n/* nothing */\n", 0, 0)]
    [TestCase("namespace A;\n\nclass B\n{\n    int _c; // a comment\n}\n", 2, 5)]
    [TestCase("class B { int D() { if (true) { return 1; } return 2; } }", 5, 1)]
    [TestCase("class B { int E { get => 1; } string F => \"\"\"\n    two\n    lines\n    \"\"\"; }", 4, 4)]
    public void Comments_and_blank_lines_do_not_count(string source, int statements, int lines) =>
        Assert.That(StatementCount.OfFile(source), Is.EqualTo(new StatementCount.Size(1, statements, lines)));

    [Test]
    public void A_missing_folder_is_one_line()
    {
        StringWriter errors = new();
        Assert.That(StatementCount.Run("/no/such/folder", TextWriter.Null, errors), Is.EqualTo(2));
        Assert.That(errors.ToString().Trim(), Is.EqualTo("statements /no/such/folder: not a folder; name the root of a checkout"));
    }
}
