using Mongoose.Runtime.Terminals;
using Spectre.Console;

namespace Mongoose.Tests.Runtime.Terminals;

public sealed class TerminalWriterTests
{
    private const string Hostile = "a\u001B[2J\u009B1m\u202Eb";

    [Test]
    public void A_line_stays_one_line() =>
        Assert.That(Written(text => text.WriteLine("title\r\nmongoose-testbed: all bands hold")),
            Is.EqualTo($"title\\u000D\\u000Amongoose-testbed: all bands hold{Environment.NewLine}"));

    [Test]
    public void Text_of_several_lines_keeps_its_line_ends_and_no_other_control_character() =>
        Assert.That(Written(text => text.Write($"v=0\r\ns={Hostile}\n\tend\rover")),
            Is.EqualTo("v=0\r\ns=a\\u001B[2J\\u009B1m\\u202Eb\n\tend\\u000Dover"));

    [Test]
    public void Every_way_to_write_is_safe()
    {
        string[] written =
        [
            Written(text => text.Write('\u001B')),
            Written(text => text.Write("\u001B".ToCharArray())),
            Written(text => text.Write("\u001B".AsSpan())),
            Written(text => text.Write("{0}", '\u001B')),
            Written(text => text.WriteAsync("\u001B").GetAwaiter().GetResult()),
            Written(text => text.WriteLineAsync("\u001B").GetAwaiter().GetResult()).TrimEnd(),
            Written(text => text.WriteLine((object)"\u001B")).TrimEnd(),
            Written(text => text.WriteLine("\u001B".AsSpan())).TrimEnd(),
        ];
        Assert.That(written, Is.All.EqualTo("\\u001B"));
    }

    /// <summary>The part that a program forgets to escape is escaped where the console renders it.</summary>
    [Test]
    public void A_console_shows_no_control_character_but_its_own()
    {
        using StringWriter text = new();
        Terminal.Open(text).Write(new Text(Hostile, new Style(Color.Red)));
        Assert.That(text.ToString(), Does.Contain("a\\u001B[2J\\u009B1m\\u202Eb"));
    }

    [Test]
    public void A_cell_is_neither_markup_nor_several_lines() => Assert.That(Terminal.Cell("[red]a\nb"), Is.EqualTo("[[red]]a\\u000Ab"));

    private static string Written(Action<TextWriter> write)
    {
        using StringWriter text = new();
        using TerminalWriter safe = new(text);
        write(safe);
        return text.ToString();
    }
}
