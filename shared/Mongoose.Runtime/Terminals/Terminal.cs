using Spectre.Console;

namespace Mongoose.Runtime.Terminals;

/// <summary>The process's standard output and error, through which no text of files, grids and peers controls a terminal.</summary>
public static class Terminal
{
    private static TextWriter? _output, _error;

    /// <summary>
    /// From now on, <see cref="Console.Out"/> and <see cref="Console.Error"/> write safe text. Each program calls this method first.
    /// </summary>
    public static void Guard()
    {
        (_output, _error) = (Console.Out, Console.Error);
        Console.SetOut(new TerminalWriter(_output));
        Console.SetError(new TerminalWriter(_error));
    }

    /// <summary>A console for tables and bars: only its own sequences control the terminal.</summary>
    /// <param name="text">The writer that shows them: <see cref="Console.Out"/>, <see cref="Console.Error"/> or another.</param>
    public static IAnsiConsole Open(TextWriter text)
    {
        TextWriter raw = text == Console.Out ? _output ?? text : text == Console.Error ? _error ?? text : text;
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new TerminalOutput(raw) });
        console.Pipeline.Attach(new SafeSegments());
        return console;
    }

    /// <summary>Text for a cell of a table: neither markup nor several lines.</summary>
    public static string Cell(string text) => Markup.Escape(TerminalText.Escape(text));
}
