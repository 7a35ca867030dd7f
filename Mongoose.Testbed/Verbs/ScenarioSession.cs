using Mongoose.Network.Hosts;
using Mongoose.Network.Links;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>One call of the verb "run": reads every scenario before it runs any, keeps each result when it is there, judges, reports.</summary>
internal sealed class ScenarioSession(ScenarioOutputs outputs)
{
    private readonly TextWriter _text = outputs.StandardOutputIsJson ? Console.Error : Console.Out;
    private readonly List<TestbedResult> _results = [];

    /// <summary>Of scenarios, folders or files.</summary>
    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>Null: each scenario's own.</summary>
    public ClockKind? Clock { get; init; }

    /// <summary>0: as each scenario says.</summary>
    public int Seeds { get; init; }

    public int Jobs { get; init; } = 1;

    public int Run()
    {
        Scenario[] scenarios;
        try
        {
            scenarios = Names.SelectMany(ScenarioCatalogue.BuiltIn.Find).Distinct().Select(file => WithOptions(new ScenarioFile(file).Read())).ToArray();
            outputs.Check();
        }
        catch (Exception e) when (e is ScenarioException or FileNotFoundException)
        {
            return Failure.Tell(e, ExitCode.Usage);
        }
        catch (OutputException e)
        {
            return Failure.Tell(e, ExitCode.Runtime);
        }
        using Interruption interruption = new();
        int failed = Guarded(() => RunAll(scenarios, interruption.Token));
        int finished = Guarded(() => Finish(interruption.Token.IsCancellationRequested));
        return failed != ExitCode.Good ? failed : finished;
    }

    /// <summary>Told, and the exit code for it, when it fails for a reason that the user can do something about.</summary>
    private static int Guarded(Func<int> action)
    {
        try
        {
            return action();
        }
        catch (Exception e) when (e is ScenarioException or HostException or OpenSimException
            or OutputException or IOException or TimeoutException)
        {
            return Failure.Tell(e, ExitCode.Runtime);
        }
    }

    private Scenario WithOptions(Scenario scenario) =>
        Seeds > 0 ? scenario with { Seeds = Seeds, RealRuns = Seeds } : scenario;

    private int RunAll(Scenario[] scenarios, CancellationToken cancellation)
    {
        ScenarioRunner runner = new(Jobs, new ScenarioLines(_text));
        foreach (Scenario scenario in scenarios.TakeWhile(_ => !cancellation.IsCancellationRequested))
        {
            ClockKind clock = Clock ?? scenario.Clocks[0];
            if (scenario.Clocks.Contains(clock))
                Keep(RunOne(runner, scenario, clock, cancellation));
            else
                _text.WriteLine($"{scenario.Name}: left out, for it runs on {scenario.ClockNames} only");
        }
        return ExitCode.Good;
    }

    private static TestbedResult RunOne(ScenarioRunner runner, Scenario scenario, ClockKind clock, CancellationToken cancellation)
    {
        TimingCheck? timing = clock == ClockKind.Real ? TimingCheck.Measure() : null;
        TestbedResult measured = runner.Run(scenario, clock, cancellation);
        return Describe(measured, $"run {scenario.Name} --clock {measured.Scenario.Clock} --seeds {measured.Scenario.Seeds.Length}", timing);
    }

    private void Keep(TestbedResult result)
    {
        if (result.Runs.Length == 0)
            return; // interrupted in the first run
        _results.Add(result);
        outputs.Keep(result);
        ResultText.Write(_text, result);
    }

    /// <summary>Adds when, where and how the result was made.</summary>
    /// <param name="result">Without them.</param>
    /// <param name="arguments">Of the command that makes it again.</param>
    /// <param name="timing">How well the host kept time; null for a simulation.</param>
    public static TestbedResult Describe(TestbedResult result, string arguments, TimingCheck? timing = null) => result with
    {
        Version = ProgramVersion.Text,
        Started = DateTimeOffset.Now,
        Command = $"mongoose-testbed {arguments}",
        Host = HostInfo.Here(timing?.Timer ?? TimingError.Unknown, timing?.Link ?? TimingError.Unknown),
    };

    private int Finish(bool interrupted)
    {
        if (_results.Count > 0)
            outputs.Write(_results);
        (string Scenario, BandResult Band)[] bands = _results.SelectMany(result => result.Bands.Select(band => (result.Scenario.Name, band))).ToArray();
        (string Scenario, BandResult Band)[] missed = bands.Where(entry => entry.Band.Verdict != BandVerdict.Pass).ToArray();
        if (interrupted)
            _text.WriteLine(_results.Count == 0 ? "Interrupted before anything was measured." : "Interrupted: this is what was measured until then.");
        foreach ((string scenario, BandResult band) in missed)
            _text.WriteLine($"{scenario}: {ResultText.Line(band)}");
        if (bands.Length > 0)
            _text.WriteLine($"{bands.Length - missed.Length} of {bands.Length} bands hold.");
        if (missed.Length > 0)
            _text.WriteLine(outputs.Report is { } report ? $"The figures are in {report}." : "With --report FILE the figures are drawn.");
        return interrupted ? ExitCode.Interrupted : missed.Length > 0 ? ExitCode.Runtime : ExitCode.Good;
    }
}
