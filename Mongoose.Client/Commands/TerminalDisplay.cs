using System.Globalization;
using Mongoose.Client.Bots;
using Mongoose.Runtime.Output;
using Spectre.Console;

namespace Mongoose.Client.Commands;

/// <summary>A table redrawn every second: a row for each bot, as many as fit on the terminal, and the totals.</summary>
internal sealed class TerminalDisplay : IBotDisplay
{
    /// <summary>Lines of the table without a bot, and one line for the shell.</summary>
    private const int OtherLines = 9;

    private readonly LiveDisplayContext _context;
    private readonly IAnsiConsole _console;
    private readonly List<string> _lines = [];
    private readonly FailureLines _failures;

    private TerminalDisplay(IAnsiConsole console, LiveDisplayContext context)
    {
        _console = console;
        _context = context;
        _failures = new FailureLines(_lines.Add);
    }

    public static T Show<T>(TextWriter text, Func<IBotDisplay, T> run)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(text) });
        TerminalDisplay? display = null;
        T result = console.Live(new Text("logging in")).Start(context => run(display = new TerminalDisplay(console, context)));
        foreach (string line in display!._lines)
            text.WriteLine(line);
        return result;
    }

    public void Update(RunView view)
    {
        Table table = new() { Border = TableBorder.Simple };
        table.AddColumn("bot").AddColumn("state");
        foreach (string column in (string[])["requested kbit/s", "received kbit/s", "window kB", "RTT ms", "loss events"])
            table.AddColumn(new TableColumn(column).RightAligned());
        int rows = Math.Max(1, _console.Profile.Height - OtherLines);
        foreach (BotView bot in view.Bots.Take(rows))
            AddRow(table, bot);
        if (view.Bots.Count > rows)
            table.AddRow($"and {view.Bots.Count - rows} more");
        table.AddEmptyRow();
        table.AddRow("all", $"{view.InRegion} in, {view.Failed} failed", Number(view.Requested.KilobitsPerSecond), Number(view.Received.KilobitsPerSecond));
        table.Caption(string.Create(CultureInfo.InvariantCulture, $"{view.Elapsed.Seconds:0} of {view.Length.Seconds:0} s"));
        _context.UpdateTarget(table);
    }

    // Shown at the end: lines in between would break the table.
    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void End() => _failures.End();

    private static void AddRow(Table table, BotView bot) => table.AddRow(
        Markup.Escape(bot.Name),
        bot.State == BotState.Failed ? $"[red]{bot.Failure}[/]" : ResultNames.Of(bot.State),
        Number(bot.Requested.KilobitsPerSecond),
        Number(bot.Received.KilobitsPerSecond),
        bot.WindowBytes > 0 ? (bot.WindowBytes / 1e3).ToString("0.0", CultureInfo.InvariantCulture) : "",
        bot.RoundTrip?.Milliseconds.ToString("0.0", CultureInfo.InvariantCulture) ?? "",
        Number(bot.LossEvents));

    private static string Number(double value) => value.ToString("0", CultureInfo.InvariantCulture);
}
