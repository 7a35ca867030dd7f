using Mongoose.Runtime.Terminals;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Tests.Runtime.Terminals;

[Parallelizable(ParallelScope.Self)]
public sealed class RunDisplayTests
{
    private static readonly string End = Environment.NewLine;

    [Test]
    public void In_a_pipe_messages_are_written_at_once_between_the_lines()
    {
        StringWriter output = new(), error = new();
        RunDisplay<int> display = RunDisplay<int>.Plain(output, new NumberText(), error.WriteLine);
        display.Update(1);
        display.Report("a fault");
        Assert.That((output.ToString(), error.ToString()), Is.EqualTo(($"first line of 1{End}second line of 1{End}", $"a fault{End}")));
    }

    [Test]
    public void A_quiet_display_has_messages_only()
    {
        StringWriter error = new();
        RunDisplay<int> display = RunDisplay<int>.Quiet(error.WriteLine);
        display.Update(1);
        display.Report("a fault");
        Assert.That(error.ToString(), Is.EqualTo($"a fault{End}"));
    }

    [Test]
    public void On_a_terminal_messages_are_written_below_the_table()
    {
        StringWriter output = new(), error = new();
        RunDisplay<int>.ShowTable(output, new NumberText(), error.WriteLine, display =>
        {
            display.Report("a fault");
            display.Update(1);
            Assert.That(error.ToString(), Is.Empty, "a message would break the table");
        });
        Assert.That(output.ToString(), Does.Contain("table of 1"));
        Assert.That(error.ToString(), Is.EqualTo($"a fault{End}"));
    }

    [Test]
    public void On_a_terminal_messages_of_a_run_that_fails_are_written_too()
    {
        StringWriter error = new();
        Assert.That(() => RunDisplay<int>.ShowTable(TextWriter.Null, new NumberText(), error.WriteLine, display =>
        {
            display.Report("a fault");
            throw new IOException();
        }), Throws.InstanceOf<IOException>());
        Assert.That(error.ToString(), Is.EqualTo($"a fault{End}"));
    }

    [TestCase(24, 16)]
    [TestCase(3, 1)]
    public void As_many_rows_are_shown_as_fit_and_at_least_one(int height, int rows) =>
        Assert.That(new TerminalSize(80, height).RowsBeside(8), Is.EqualTo(rows));

    private sealed class NumberText : IRunText<int>
    {
        public IRenderable Beginning => new Text("nothing yet");

        public IRenderable Table(int view, TerminalSize size) => new Text($"table of {view}");

        public IEnumerable<string> Lines(int view) => [$"first line of {view}", $"second line of {view}"];
    }
}
