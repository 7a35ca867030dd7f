using System.Globalization;
using Mongoose.Client.Bots;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Client.Commands;

/// <summary>
/// A run as a table with a row for each bot, as many as fit on the terminal, and the totals; in a pipe, the totals as a line.
/// </summary>
internal sealed class BotRunText : IRunText<RunView>
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

    private readonly RegularLines _lines = new();

    public IRenderable Beginning => new Text("logging in");

    public IRenderable Table(RunView view, TerminalSize size)
    {
        Table table = new() { Border = TableBorder.Simple };
        foreach ((string name, bool isNumber, _, _) in Columns)
            table.AddColumn(isNumber ? new TableColumn(name).RightAligned() : new TableColumn(name));
        int rows = size.RowsBeside(OtherLines);
        foreach (BotView bot in view.Bots.Take(rows))
            table.AddRow(Array.ConvertAll(Columns, column => column.Cell(bot)));
        if (view.Bots.Count > rows)
            table.AddRow($"and {view.Bots.Count - rows} more");
        table.AddEmptyRow();
        table.AddRow(Array.ConvertAll(Columns, column => column.OfAll(view)));
        return table.Caption(view.Progress);
    }

    public IEnumerable<string> Lines(RunView view)
    {
        if (!_lines.IsDue(view.Elapsed))
            return [];
        string http = view.HasHttp ? $", {Number(view.ReceivedByHttp.KilobitsPerSecond)} kbit/s by HTTP" : "";
        return
        [
            $"{view.Progress}: {view.InRegion} of {view.Bots.Count} bots in a region, {view.Failed} failed, "
                + $"requested {Number(view.Requested.KilobitsPerSecond)} kbit/s, "
                + $"received {Number(view.Received.KilobitsPerSecond)} kbit/s{http}",
        ];
    }

    private static string State(BotView bot) => bot.State == BotState.Failed ? $"[red]{bot.Failure}[/]" : ResultNames.Of(bot.State);

    private static string Tenths(double? value) => value?.ToString("0.0", CultureInfo.InvariantCulture) ?? "";

    private static string Number(double value) => value.ToString("0", CultureInfo.InvariantCulture);
}
