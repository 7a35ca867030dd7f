using System.Diagnostics;
using Mongoose.Core.Units;
using Mongoose.Runtime.Terminals;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Spectre.Console;

namespace Mongoose.Testbed.Verbs;

/// <summary>Progress of flows as a table: live on a terminal, and in a pipe a row per flow and second.</summary>
internal sealed class TableProgress : IScenarioProgress
{
    private static readonly Duration TableInterval = Duration.FromMilliseconds(500), LineInterval = Duration.FromSeconds(1);

    private readonly IProgressTable _table;
    private readonly Action<string> _begin, _prepare;
    private readonly Action<IReadOnlyList<string[]>> _show;
    private readonly RegularLines _updates;
    private readonly double _pace;
    private readonly Stopwatch _time = new();

    private TableProgress(
        IProgressTable table, Action<string> begin, Action<string> prepare, Action<IReadOnlyList<string[]>> show, Duration interval,
        double pace) =>
        (_table, _begin, _prepare, _show, _updates, _pace) = (table, begin, prepare, show, new RegularLines(interval), pace);

    public bool FollowsSimulations => true;

    /// <summary>Runs the function while its progress is shown.</summary>
    /// <param name="text">The text to which progress is written.</param>
    /// <param name="isTerminal">Whether the text is a terminal.</param>
    /// <param name="pace">On a terminal, simulated seconds per second; 0: as fast as possible, or a run on the host's clock.</param>
    /// <param name="table">Makes the rows.</param>
    /// <param name="run">The function.</param>
    public static TestbedResult Show(TextWriter text, bool isTerminal, double pace, IProgressTable table,
        Func<IScenarioProgress, TestbedResult> run)
    {
        if (!isTerminal)
        {
            return run(new TableProgress(table, title => WriteLines(text, [title, table.Line(table.Columns)]),
                step => WriteLines(text, [step]), rows => WriteLines(text, rows.Select(table.Line)), LineInterval, pace: 0));
        }
        return Terminal.Open(text).Live(LiveTable.Of(table.Columns, [])).Start(live =>
        {
            string heading = "";
            return run(new TableProgress(table, title => heading = title, step => Draw(step, []), rows => Draw(heading, rows),
                TableInterval, pace));

            void Draw(string title, IReadOnlyList<string[]> rows) =>
                live.UpdateTarget(LiveTable.Of(table.Columns, rows).Title(Terminal.Cell(title)));
        });
    }

    public void Begin(Scenario scenario, ClockKind clock, int runs)
    {
        _begin($"{scenario.Title}; {scenario.Length} {(clock == ClockKind.Sim ? "simulated" : "on the host's clock")}");
        _time.Restart();
    }

    public void Preparing(string step) => _prepare(step);

    public void Update(Duration elapsed, IReadOnlyList<FlowProgress> flows)
    {
        if (_updates.IsDue(elapsed))
            _show(_table.Rows(elapsed, flows));
        if (_pace > 0 && elapsed.Seconds / _pace - _time.Elapsed.TotalSeconds is > 0 and double ahead)
            Thread.Sleep(TimeSpan.FromSeconds(ahead));
    }

    public void Finished(long seed)
    {
    }

    private static void WriteLines(TextWriter text, IEnumerable<string> lines)
    {
        foreach (string line in lines)
            text.WriteLine(line);
        text.Flush();
    }
}
