using Spectre.Console;

namespace Mongoose.Runtime.Terminals;

/// <summary>
/// Shows a run to the user: as a table that is redrawn on a terminal, as lines in a pipe, or only its messages. All calls are made on one
/// thread.
/// </summary>
/// <typeparam name="TView">A snapshot of the run.</typeparam>
/// <param name="Update">Shows a snapshot of the run.</param>
/// <param name="Report">Shows a message, however the run is shown.</param>
public sealed record RunDisplay<TView>(Action<TView> Update, Action<string> Report)
{
    /// <summary>Shows messages only.</summary>
    /// <param name="report">Writes a message.</param>
    public static RunDisplay<TView> Quiet(Action<string> report) => new(_ => { }, report);

    /// <summary>Shows lines and, between them, messages.</summary>
    /// <param name="output">Takes the lines.</param>
    /// <param name="text">Makes the lines.</param>
    /// <param name="report">Writes a message.</param>
    public static RunDisplay<TView> Plain(TextWriter output, IRunText<TView> text, Action<string> report) =>
        new(view => WriteLines(output, text.Lines(view)), report);

    /// <summary>
    /// Shows a table on a terminal while a function runs. Messages are written when it ends: in between they would break the table.
    /// </summary>
    /// <param name="terminal">The terminal.</param>
    /// <param name="text">Makes the tables.</param>
    /// <param name="report">Writes a message.</param>
    /// <param name="run">The function; it updates the display.</param>
    public static void ShowTable(TextWriter terminal, IRunText<TView> text, Action<string> report, Action<RunDisplay<TView>> run)
    {
        IAnsiConsole console = Terminal.Open(terminal);
        List<string> messages = [];
        try
        {
            console.Live(text.Beginning).Start(live => run(new RunDisplay<TView>(
                view => live.UpdateTarget(text.Table(view, new TerminalSize(console.Profile.Width, console.Profile.Height))),
                messages.Add)));
        }
        finally
        {
            messages.ForEach(report);
        }
    }

    private static void WriteLines(TextWriter output, IEnumerable<string> lines)
    {
        foreach (string line in lines)
            output.WriteLine(line);
        output.Flush();
    }
}
