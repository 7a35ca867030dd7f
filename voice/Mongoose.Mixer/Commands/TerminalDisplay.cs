using Mongoose.Mixer.Runs;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;
using Mongoose.Voice.Conferences;
using Spectre.Console;

namespace Mongoose.Mixer.Commands;

/// <summary>A table redrawn every second, with the peers that fit on the terminal.</summary>
internal sealed class TerminalDisplay : IMixerDisplay
{
    /// <summary>Lines of the table without a peer, and one line for the shell.</summary>
    private const int OtherLines = 8;

    /// <summary>On a terminal with fewer columns, figures that only some peers have are left out.</summary>
    private const int WideColumns = 100;

    private static readonly TableColumns<PeerRow, string> Wide = new(
        ("heard", peer => $"{peer.State.Heard}"),
        ("streams", peer => peer.Figures.Streams),
        ("mixed", peer => $"{peer.State.Mixed}"),
        ("RTT ms", peer => peer.Figures.RoundTrip),
        ("queue ms", peer => peer.Figures.Queue),
        ("p %", peer => peer.Figures.Loss),
        ("fair kbit/s", peer => peer.Figures.Fair),
        ("sent kbit/s", peer => peer.Figures.Sent),
        ("received kbit/s", peer => peer.Figures.Received));

    private static readonly TableColumns<PeerRow, string> Narrow = new(
        ("heard", peer => $"{peer.State.Heard}"),
        ("streams", peer => peer.Figures.Streams),
        ("queue ms", peer => peer.Figures.Queue),
        ("sent", peer => peer.Figures.Sent),
        ("received", peer => peer.Figures.Received));

    private readonly LiveDisplayContext _context;
    private readonly IAnsiConsole _console;
    private readonly string _title;
    private readonly List<string> _faults = [];

    private TerminalDisplay(IAnsiConsole console, LiveDisplayContext context, string title) =>
        (_console, _context, _title) = (console, context, title);

    /// <summary>
    /// Shows the table while a function runs. Errors are written to <paramref name="error"/> afterwards, because lines in between would
    /// break the table.
    /// </summary>
    public static void Show(TextWriter text, TextWriter error, string title, Action<IMixerDisplay> run)
    {
        IAnsiConsole console = Terminal.Open(text);
        TerminalDisplay? display = null;
        try
        {
            console.Live(new Text("waiting for peers")).Start(context => run(display = new TerminalDisplay(console, context, title)));
        }
        finally
        {
            foreach (string fault in display?._faults ?? [])
                MixerCommand.WriteMessage(error, fault);
        }
    }

    public void Update(RunView view) => _context.UpdateTarget(
        Table(view, _title, Math.Max(1, _console.Profile.Height - OtherLines), _console.Profile.Width >= WideColumns));

    public void Failed(string fault) => _faults.Add(fault);

    internal static Table Table(RunView view, string title, int rows, bool isWide = true)
    {
        Table table = new() { Border = TableBorder.Simple };
        table.AddColumn("peer").AddColumn("status");
        TableColumns<PeerRow, string> columns = isWide ? Wide : Narrow;
        foreach (string column in columns.Names)
            table.AddColumn(new TableColumn(column).RightAligned());
        foreach (PeerSecond peer in view.Peers.Take(rows))
            AddRow(table, peer, columns);
        if (view.Peers.Count > rows)
            table.AddRow($"and {view.Peers.Count - rows} more");
        table.Caption(Terminal.Cell($"{title}: {view.Progress}"));
        return table;
    }

    private static void AddRow(Table table, PeerSecond peer, TableColumns<PeerRow, string> columns)
    {
        PeerState state = peer.State;
        string status = ResultNames.Of(state.Status);
        bool isBad = state.Status is PeerStatus.Stopped or PeerStatus.Incompatible or PeerStatus.Failed;
        table.AddRow([Terminal.Cell(state.Name ?? ""), isBad ? $"[red]{status}[/]" : status,
            .. columns.Cells(new PeerRow(state, PeerFigures.Of(peer)))]);
    }

    private readonly record struct PeerRow(PeerState State, PeerFigures Figures);
}
