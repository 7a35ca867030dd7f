using System.Diagnostics;
using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>Progress for pipes and logs: one line when a scenario starts, and one every two seconds while it runs.</summary>
internal sealed class RunLines(TextWriter text) : IScenarioProgress
{
    private static readonly TimeSpan LineInterval = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly Stopwatch _sinceLine = new();
    private readonly FlowRates _rates = new();
    private string _name = "";
    private Duration _length;
    private int _runs, _finished;

    public void Begin(Scenario scenario, ClockKind clock, int runs)
    {
        (_name, _length, _runs, _finished) = (scenario.FullName, scenario.Length, runs, 0);
        _sinceLine.Restart();
        string time = clock == ClockKind.Sim ? "simulated" : "on the host's clock";
        text.WriteLine($"{_name}: {scenario.Title}; {runs} {(runs == 1 ? "run" : "runs")} of {scenario.Length} {time}");
    }

    public void Preparing(string step) => text.WriteLine($"{_name}: {step}");

    public void Update(Duration elapsed, IReadOnlyList<FlowProgress> flows)
    {
        if (_sinceLine.Elapsed < LineInterval)
            return;
        _sinceLine.Restart();
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{_name}, {elapsed.Seconds:0} of {_length.Seconds:0} s: {string.Join(", ", _rates.Next(elapsed, flows))}"));
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
