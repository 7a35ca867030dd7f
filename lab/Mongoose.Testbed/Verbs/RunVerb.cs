using Mongoose.Core.Metadata;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Statistics;
using Mongoose.Simulators;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>
/// Runs scenarios for a verb: reads all of them before it runs any, saves each result as soon as it is complete, checks the bands, and
/// reports.
/// </summary>
internal sealed class RunVerb(ScenarioOutputs outputs)
{
    /// <summary>Simulated before a run on the host's clock, so that all code is compiled by then.</summary>
    private static readonly Duration WarmUp = Duration.FromSeconds(20);

    private readonly TextWriter _text = outputs.Text;
    private readonly bool _isTerminal = outputs.StandardOutputIsJson ? !Console.IsErrorRedirected : !Console.IsOutputRedirected;
    private readonly List<TestbedResult> _results = [];
    private TimingCheck? _timing;

    /// <summary>The scenarios to run.</summary>
    public required Func<IEnumerable<ScenarioFile>> Files { get; init; }

    /// <summary>The command that repeats the runs; null: "run" with each scenario.</summary>
    public string? Command { get; init; }

    /// <summary>Null: each scenario's default.</summary>
    public ClockKind? Clock { get; init; }

    /// <summary>0: as each scenario specifies.</summary>
    public int Seeds { get; init; }

    public int Jobs { get; init; } = 1;

    /// <summary>The installation used for scenarios with OpenSimulator regions; null: the host's default.</summary>
    public OpenSimInstallation? Installation { get; init; }

    /// <summary>
    /// Calls a function while it shows the function's progress on a text, which may be a terminal; null: bars for runs on the host's clock
    /// on a terminal, otherwise lines.
    /// </summary>
    public Func<TextWriter, bool, Func<IScenarioProgress, TestbedResult>, TestbedResult>? Show { get; init; }

    /// <summary>Writes the stats of each result.</summary>
    public Action<TextWriter, TestbedResult> WriteStats { get; init; } = ResultText.Write;

    public int Run() => Failure.Guard(() =>
    {
        Scenario[] scenarios = Files().SelectMany(file => file.ReadRuns()).Select(WithOptions).ToArray();
        outputs.Check();
        using Interruption interruption = new(Interruption.Abort);
        int failed = RunReportingErrors(() => RunAll(scenarios, interruption.Token));
        int finished = RunReportingErrors(() => Finish(interruption.Token.IsCancellationRequested));
        return failed != ExitCode.Good ? failed : finished;
    });

    /// <summary>Reports a failure that the user can fix, and returns its exit code.</summary>
    private static int RunReportingErrors(Func<int> action)
    {
        try
        {
            return action();
        }
        catch (Exception e) when (e is ScenarioException or HostException or OpenSimException
            or OutputException or IOException or TimeoutException)
        {
            return Failure.Report(e, ExitCode.Runtime);
        }
    }

    private Scenario WithOptions(Scenario scenario) => scenario with
    {
        Seeds = Seeds > 0 ? Seeds : scenario.Seeds,
        RealRuns = Seeds > 0 ? Seeds : scenario.RealRuns,
        Installation = Installation,
    };

    private int RunAll(Scenario[] scenarios, CancellationToken cancellation)
    {
        foreach (Scenario scenario in scenarios.TakeWhile(_ => !cancellation.IsCancellationRequested))
        {
            ClockKind clock = Clock ?? scenario.Clocks[0];
            if (scenario.Clocks.Contains(clock))
                Save(RunOne(scenario, clock, cancellation));
            else
                _text.WriteLine($"{scenario.Name}: skipped, because it only runs on {scenario.ClockNames}");
        }
        return ExitCode.Good;
    }

    private TestbedResult RunOne(Scenario scenario, ClockKind clock, CancellationToken cancellation)
    {
        DateTimeOffset started = DateTimeOffset.Now;
        if (clock == ClockKind.Real)
            Prepare(scenario, cancellation);
        TestbedResult measured = Show is { } show ? show(_text, _isTerminal, Measure)
            : clock == ClockKind.Real && _isTerminal ? RunBars.Show(_text, Measure)
            : Measure(new RunLines(_text));
        string command = Command ?? $"run {scenario.Name} --clock {measured.Scenario.Clock} --seeds {measured.Scenario.Seeds.Length}";
        return Describe(measured, command, clock == ClockKind.Real ? _timing : null) with
        {
            Started = started,
            OpenSim = OpenSimOf(scenario, clock),
        };

        TestbedResult Measure(IScenarioProgress progress) => new ScenarioRunner(Jobs, progress).Run(scenario, clock, cancellation);
    }

    /// <summary>
    /// Measures once how well the host keeps time. First runs in simulated time whatever can be simulated, so that JIT compilation does not
    /// distort the first second of the run.
    /// </summary>
    private void Prepare(Scenario scenario, CancellationToken cancellation)
    {
        FlowGroup[] simulated = scenario.Flows.Where(flow => !flow.Kind.ObstaclesIn(PlaceKind.Simulated).Any()).ToArray();
        if (simulated.Length > 0 && scenario.PlaceOn(ClockKind.Real) == PlaceKind.Loopback && !cancellation.IsCancellationRequested)
            SimulatedRun.Execute(scenario with { Flows = simulated, Length = Duration.Min(scenario.Length, WarmUp) }, scenario.Seed,
                CancellationToken.None);
        _timing ??= TimingCheck.Measure();
    }

    private static string? OpenSimOf(Scenario scenario, ClockKind clock) =>
        scenario.PlaceOn(clock) is PlaceKind.OpenSim or PlaceKind.OpenSimHosts ? (scenario.Installation ?? OpenSimInstallation.FromHost())
            .Bin.Version : null;

    private void Save(TestbedResult result)
    {
        if (result.Runs.Length == 0)
            return; // Interrupted in the first run.
        _results.Add(result);
        outputs.Save(result);
        WriteStats(_text, result);
    }

    /// <summary>Adds when, where and by which command the result was made.</summary>
    /// <param name="result">The result without that information.</param>
    /// <param name="arguments">The arguments of the command that repeats the run.</param>
    /// <param name="timing">How well the host kept time; null for a simulation.</param>
    public static TestbedResult Describe(TestbedResult result, string arguments, TimingCheck? timing = null) => result with
    {
        Version = BuildVersion.Of(typeof(RunVerb).Assembly),
        Started = DateTimeOffset.Now,
        Command = $"mongoose-testbed {arguments}",
        Host = HostInfo.Here(timing?.Timer ?? TimingError.Unknown, timing?.Link ?? TimingError.Unknown),
    };

    private int Finish(bool interrupted)
    {
        if (_results.Count == 0)
        {
            if (interrupted)
                _text.WriteLine("Interrupted before anything was measured.");
            return interrupted ? ExitCode.Interrupted : ExitCode.Usage; // All were skipped.
        }
        if (interrupted)
            _text.WriteLine("Interrupted: these are the results so far."
                + (_results.Exists(result => result.Interrupted) ? " Bands of incomplete results are not judged." : ""));
        // The console comes first: unlike the files, it cannot fail because of a full disk.
        RunSummary summary = new(_results);
        summary.Write(_text, outputs.Report);
        outputs.Write(_results);
        if (outputs.Report is { } report)
            _text.WriteLine($"Report: {Path.GetFullPath(report)}");
        Failure.Report(summary.Problems, ExitCode.Runtime);
        return interrupted ? ExitCode.Interrupted : summary.HasFailed ? ExitCode.Runtime : ExitCode.Good;
    }
}
