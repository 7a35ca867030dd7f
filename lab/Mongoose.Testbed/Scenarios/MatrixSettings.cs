using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Testbed.Scenarios;

/// <summary>The matrix of a scenario, as declared in a file.</summary>
internal sealed record MatrixSettings : ISettingRules
{
    [Setting("factors", IsRequired = true, As = typeof(FactorSettings), Text = "the factors")]
    public IReadOnlyList<MatrixFactor> Factors { get; init; } = [];

    [Setting("figures", As = typeof(MatrixFigureSettings), Text = "stats over factors")]
    public IReadOnlyList<MatrixFigure> Figures { get; init; } = [];

    [Setting("inRun", Text = "`run` runs every cell, each with its own result, not the unchanged scenario")]
    public bool InRun { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        string[] names = Factors.Select(factor => factor.Name).ToArray();
        for (int i = 0; i < names.Length; i++)
        {
            if (Array.IndexOf(names, names[i]) < i)
                report.Problem($"factors[{i}].name", "is the name of an earlier factor; allowed are different names");
        }
        for (int i = 0; i < Figures.Count; i++)
        {
            foreach ((string key, string? factor) in ((string, string?)[])[("x", Figures[i].X), ("y", Figures[i].Y), ("by", Figures[i].By)])
            {
                if (factor is { Length: > 0 } && !names.Contains(factor))
                    report.Problem($"figures[{i}].{key}", $"allowed are {string.Join(", ", names)}");
            }
        }
        return new MatrixSpec(Factors, Figures) { InRun = InRun };
    }
}

/// <summary>A factor, as declared in a file.</summary>
internal sealed record FactorSettings : ISettingRules
{
    [Setting("name", IsRequired = true, Text = "CSV column, with the unit")]
    public string Name { get; init; } = "";

    [Setting("set", IsRequired = true, OrOne = true, Range = "paths such as `links.access.down.rateKbps` or `flows[0].count`",
        Text = "what a level replaces")]
    public IReadOnlyList<string> Places { get; init; } = [];

    [Setting("labels", OrOne = true, Range = "one text for each level, all different", Default = "the values",
        Text = "names of the levels")]
    public IReadOnlyList<string> Labels { get; init; } = [];

    [Setting("levels", IsRequired = true, Range = "at least one JSON value",
        Text = "values; with several paths in `set`, a level can be a list")]
    public IReadOnlyList<JsonElement> Levels { get; init; } = [];

    object ISettingRules.Finish(ISettingReport report)
    {
        if (RunColumns.All.Contains(Name))
            report.Problem(
                "name", $"allowed are all names but {string.Join(", ", RunColumns.All)}, which are other columns of the CSV file");
        if (report.Has("levels") && Levels.Count == 0)
            report.Problem("levels", "allowed is a list with at least one value");
        else if (Levels.Any(level => level.ValueKind == JsonValueKind.Null))
            report.Problem("levels", "null is not allowed as a level");
        if (Labels.Count > 0 && (Labels.Count != Levels.Count || Labels.Distinct().Count() != Levels.Count))
            report.Problem("labels", "allowed is one label per level, all different");
        return new MatrixFactor(Name, Places, Levels.Where(level => level.ValueKind != JsonValueKind.Null)
            .Select(level => JsonSerializer.SerializeToNode(level)!).ToArray(), Labels);
    }
}

/// <summary>A figure of a matrix, as declared in a file.</summary>
internal sealed record MatrixFigureSettings : ISettingRules
{
    [Setting("figure", IsRequired = true,
        Text = "a [figure](../research/results-format.md#figures) without `series`: `points`, or `contour` with `y`")]
    public JsonElement Figure { get; init; }

    [Setting("stat", IsRequired = true, Range = "a name below", Text = "stat to draw, averaged over seeds and other factors")]
    public string Stat { get; init; } = "";

    [Setting("x", IsRequired = true, Range = "a factor's name", Text = "factor on the first axis, with numbers as levels")]
    public string X { get; init; } = "";

    [Setting("y", Range = "a factor's name", Text = "factor on a contour's second axis")]
    public string? Y { get; init; }

    [Setting("by", Range = "a factor's name", Text = "factor with a line per level")]
    public string? By { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        FigureSpec? spec = report.Has("figure") ? Rules.Try(report, "figure", () => TestbedJson.ParseFigure(Figure)) : null;
        return new MatrixFigure(spec!, Stat, X, Y, By);
    }
}
