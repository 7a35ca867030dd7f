using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Scenarios.Matrix;

/// <summary>The matrix of a scenario on one clock: the runs, and the columns and default name of their file.</summary>
/// <param name="Name">The scenario's name on the command line.</param>
/// <param name="Scenario">The scenario without the changes of a cell.</param>
/// <param name="Spec">The scenario's matrix.</param>
/// <param name="Clock">The clock of all runs.</param>
internal sealed record MatrixPlan(string Name, ScenarioFile File, Scenario Scenario, MatrixSpec Spec, ClockKind Clock)
{
    /// <summary>The columns that identify a run.</summary>
    public string[] Columns => Spec.Columns(Clock);

    /// <summary>The arguments that select the matrix on a command line.</summary>
    public string Arguments => $"{Name} --clock {Clock.ToString().ToLowerInvariant()}";

    /// <summary>Reads the matrix of a scenario, or of each scenario in a folder.</summary>
    /// <param name="name">The name of a scenario, a file, or a folder.</param>
    /// <param name="clock">Null: the scenario's default.</param>
    /// <exception cref="ScenarioException">A scenario cannot be read, has no matrix, or does not support that clock.</exception>
    /// <exception cref="FileNotFoundException">There is no such scenario.</exception>
    public static MatrixPlan[] Read(string name, ClockKind? clock)
    {
        ScenarioCatalogue catalogue = ScenarioCatalogue.BuiltIn;
        IReadOnlyList<string> paths = catalogue.Find(name);
        return paths.Select(path => Read(paths.Count == 1 ? name : catalogue.ShortNameOf(path), new ScenarioFile(path), clock)).ToArray();
    }

    /// <summary>The default name of the file for the rows of all runs, or of one shard.</summary>
    public string CsvName(Shard? shard)
    {
        string part = shard is { } one ? $".{one.Index}-of-{one.Count}" : "";
        return $"{Scenario.Name}.{Clock}{part}.csv".ToLowerInvariant();
    }

    /// <summary>All runs, every cell with every seed, in the order of their rows. A level that a factor lists twice runs once.</summary>
    /// <exception cref="ScenarioException">A cell is not a valid scenario.</exception>
    public MatrixRun[] Runs() => Spec.Cells.SelectMany(RunsOf).DistinctBy(run => MatrixRow.KeyOf(run.Levels)).ToArray();

    private static MatrixPlan Read(string name, ScenarioFile file, ClockKind? wanted)
    {
        Scenario scenario = file.Read();
        MatrixSpec spec = scenario.Matrix
            ?? throw new ScenarioException(name,
                [new SettingProblem("$.matrix", null, "is missing; use \"run\" for a scenario without one")]);
        ClockKind clock = wanted ?? scenario.Clocks[0];
        scenario.RequireClock(clock);
        return new MatrixPlan(name, file, scenario, spec, clock);
    }

    private IEnumerable<MatrixRun> RunsOf(IReadOnlyList<JsonNode> cell)
    {
        Scenario scenario = File.Read(Spec.ChangesOf(cell));
        string version = RunVersion.Of(scenario);
        string[] levels = Spec.Factors.Zip(cell, (factor, level) => factor.TextOf(level)).ToArray();
        return Enumerable.Range(0, scenario.RunsOn(Clock)).Select(i => scenario.Seed + i)
            .Select(seed => new MatrixRun([.. levels, seed.ToString(CultureInfo.InvariantCulture), version], scenario, seed));
    }
}

/// <summary>One run of a matrix: a cell with a seed.</summary>
/// <param name="Levels">The levels that identify its row.</param>
/// <param name="Scenario">The scenario with the changes of its cell.</param>
internal sealed record MatrixRun(string[] Levels, Scenario Scenario, long Seed);
