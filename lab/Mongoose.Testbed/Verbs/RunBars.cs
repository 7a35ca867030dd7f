using Mongoose.Core.Units;
using Mongoose.Runtime.Terminals;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;
using Spectre.Console;

namespace Mongoose.Testbed.Verbs;

/// <summary>Progress on a terminal: a bar per scenario and, on the host's clock, the current rate of each flow.</summary>
internal sealed class RunBars : IScenarioProgress
{
    private readonly ProgressContext _context;
    private FlowRates _rates = new();
    private ProgressTask _task = null!;
    private Scenario _scenario = null!;
    private int _finished;

    private RunBars(ProgressContext context) => _context = context;

    /// <summary>Runs the function while the terminal shows progress bars.</summary>
    public static T Show<T>(TextWriter text, Func<IScenarioProgress, T> run) => Terminal.Open(text)
        .Progress()
        .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn(), new PercentageColumn())
        .Start(context => run(new RunBars(context)));

    public void Begin(Scenario scenario, ClockKind clock, int runs)
    {
        _task?.StopTask();
        (_scenario, _rates, _finished) = (scenario, new FlowRates(), 0);
        _task = _context.AddTask(Terminal.Cell(scenario.FullName), maxValue: runs * scenario.Length.Seconds);
    }

    public void Preparing(string step) => _task.Description = Terminal.Cell($"{_scenario.FullName}  {step}");

    public void Update(Duration elapsed, IReadOnlyList<FlowProgress> flows)
    {
        _task.Value = _finished * _scenario.Length.Seconds + elapsed.Seconds;
        string rates = string.Join("  ", _rates.Next(elapsed, flows));
        if (rates.Length > 0)
            _task.Description = Terminal.Cell($"{_scenario.FullName}  {rates}");
    }

    public void Finished(long seed) => _task.Value = ++_finished * _scenario.Length.Seconds;
}
