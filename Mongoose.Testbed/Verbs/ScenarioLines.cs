using System.Diagnostics;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>A line when a scenario begins, and for each run of a long one.</summary>
internal sealed class ScenarioLines(TextWriter text) : IScenarioProgress
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = new();
    private string _name = "";
    private int _runs, _finished;

    public void Begin(Scenario scenario, ClockKind clock, int runs)
    {
        (_name, _runs, _finished) = (scenario.Name, runs, 0);
        _sinceLine.Restart();
        string time = clock == ClockKind.Sim ? "simulated" : "on the host's clock";
        text.WriteLine($"{scenario.Name}: {scenario.Title}; {runs} {(runs == 1 ? "run" : "runs")} of {scenario.Length} {time}");
    }

    public void Finished(long seed)
    {
        lock (_lock)
        {
            _finished++;
            if (_sinceLine.Elapsed < LineInterval || _finished == _runs)
                return;
            _sinceLine.Restart();
            text.WriteLine($"{_name}: {_finished} of {_runs} runs done");
        }
    }
}
