using System.Globalization;
using Mongoose.Client.Bots;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;
using Spectre.Console;

namespace Mongoose.Client.Commands;

/// <summary>A table redrawn every second: a row for each bot, as many as fit on the terminal, and the totals.</summary>
internal sealed class TerminalDisplay : IBotDisplay
{
    /// <summary>Lines of the table without a bot, and one line for the shell.</summary>
    private const int OtherLines = 9;

    private static readonly (string Name, bool IsNumber, Func<BotView, string> Cell, Func<RunView, string> OfAll)[] Columns =
    [
        ("bot", false, bot => Terminal.Cell(bot.Name), _ => "all"),
        ("state", false, State, view => $"{view.InRegion} in, {view.Failed} failed"),
        ("requested kbit/s", true, bot => Number(bot.Requested.KilobitsPerSecond), view => Number(view.Requested.KilobitsPerSecond)),
        ("received kbit/s", true, bot => Number(bot.Received.KilobitsPerSecond), view => Number(view.Received.KilobitsPerSecond)),
        ("window kB", true, bot => Tenths(bot.WindowBytes > 0 ? bot.WindowBytes / 1e3 : null), _ => ""),
        ("RTT ms", true, bot => Tenths(bot.RoundTrip?.Milliseconds), _ => ""),
        ("loss events", true, bot => Number(bot.LossEvents), _ => ""),
    ];

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

    public static void Show(TextWriter text, Action<IBotDisplay> run)
    {
        IAnsiConsole console = Terminal.Open(text);
        TerminalDisplay? display = null;
        console.Live(new Text("logging in")).Start(context => run(display = new TerminalDisplay(console, context)));
        foreach (string line in display!._lines)
            text.WriteLine(line);
    }

    public void Update(RunView view)
    {
        Table table = new() { Border = TableBorder.Simple };
        foreach ((string name, bool isNumber, _, _) in Columns)
            table.AddColumn(isNumber ? new TableColumn(name).RightAligned() : new TableColumn(name));
        int rows = Math.Max(1, _console.Profile.Height - OtherLines);
        foreach (BotView bot in view.Bots.Take(rows))
            table.AddRow(Array.ConvertAll(Columns, column => column.Cell(bot)));
        if (view.Bots.Count > rows)
            table.AddRow($"and {view.Bots.Count - rows} more");
        table.AddEmptyRow();
        table.AddRow(Array.ConvertAll(Columns, column => column.OfAll(view)));
        table.Caption(string.Create(CultureInfo.InvariantCulture, $"{view.Elapsed.Seconds:0} of {view.Length.Seconds:0} s"));
        _context.UpdateTarget(table);
    }

    // Shown at the end: lines in between would break the table.
    public void Failed(string bot, string failure) => _failures.Add(bot, failure);

    public void Noted(string note) => _lines.Add(TerminalText.Escape(note));

    public void End() => _failures.End();

    private static string State(BotView bot) => bot.State == BotState.Failed ? $"[red]{bot.Failure}[/]" : ResultNames.Of(bot.State);

    private static string Tenths(double? value) => value?.ToString("0.0", CultureInfo.InvariantCulture) ?? "";

    private static string Number(double value) => value.ToString("0", CultureInfo.InvariantCulture);
}
