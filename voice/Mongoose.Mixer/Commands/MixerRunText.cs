using Mongoose.Mixer.Runs;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;
using Mongoose.Voice.Conferences;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Mixer.Commands;

/// <summary>A run as a table with the peers that fit on the terminal; in a pipe, a line for each peer.</summary>
/// <param name="title">The mixer's name.</param>
internal sealed class MixerRunText(string title) : IRunText<RunView>
{
    /// <summary>Lines of the table besides the rows of peers, and one line for the shell.</summary>
    private const int OtherLines = 8;

    /// <summary>On a terminal with fewer columns, only the most important figures are shown.</summary>
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

    private readonly RegularLines _lines = new();

    public IRenderable Beginning => new Text("waiting for peers");

    public IRenderable Table(RunView view, TerminalSize size)
    {
        Table table = new() { Border = TableBorder.Simple };
        table.AddColumn("peer").AddColumn("status");
        TableColumns<PeerRow, string> columns = size.Width >= WideColumns ? Wide : Narrow;
        foreach (string column in columns.Names)
            table.AddColumn(new TableColumn(column).RightAligned());
        int rows = size.RowsBeside(OtherLines);
        foreach (PeerSecond peer in view.Peers.Take(rows))
            AddRow(table, peer, columns);
        if (view.Peers.Count > rows)
            table.AddRow($"and {view.Peers.Count - rows} more");
        return table.Caption(Terminal.Cell($"{title}: {view.Progress}"));
    }

    public IEnumerable<string> Lines(RunView view) =>
        _lines.IsDue(view.Elapsed) ? view.Peers.Select(peer => $"{view.Progress}: {Line(peer)}") : [];

    private static void AddRow(Table table, PeerSecond peer, TableColumns<PeerRow, string> columns)
    {
        PeerState state = peer.State;
        string status = ResultNames.Of(state.Status);
        bool isBad = state.Status is PeerStatus.Stopped or PeerStatus.Incompatible or PeerStatus.Failed;
        table.AddRow([Terminal.Cell(state.Name ?? ""), isBad ? $"[red]{status}[/]" : status,
            .. columns.Cells(new PeerRow(state, PeerFigures.Of(peer)))]);
    }

    private static string Line(PeerSecond peer)
    {
        PeerState state = peer.State;
        PeerFigures figures = PeerFigures.Of(peer);
        string path = figures.RoundTrip.Length > 0
            ? $", RTT {figures.RoundTrip} ms, queue {figures.Queue} ms, loss events {figures.Loss} %" : "";
        string fair = figures.Fair.Length > 0 ? $", fair {figures.Fair} kbit/s" : "";
        return $"{state.Name} {ResultNames.Of(state.Status)}, heard {state.Heard}, sends {figures.Streams} with {state.Mixed} mixed, "
            + $"sent {figures.Sent} kbit/s, received {figures.Received} kbit/s{path}{fair}";
    }

    private readonly record struct PeerRow(PeerState State, PeerFigures Figures);
}
