using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Scenarios;

/// <summary>The matrix of a scenario, as a file describes it.</summary>
internal sealed record MatrixSettings : ISettingRules
{
    [Setting("factors", IsRequired = true, As = typeof(FactorSettings), Text = "below")]
    public IReadOnlyList<MatrixFactor> Factors { get; init; } = [];

    [Setting("figures", As = typeof(MatrixFigureSettings), Text = "stats over factors, below")]
    public IReadOnlyList<MatrixFigure> Figures { get; init; } = [];

    [Setting("inRun", Text = "whether `run` runs every cell, each with a result of its own, and not the scenario as it stands")]
    public bool InRun { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        string[] names = Factors.Select(factor => factor.Name).ToArray();
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

/// <summary>A factor, as a file describes it.</summary>
internal sealed record FactorSettings : ISettingRules
{
    [Setting("name", IsRequired = true, Text = "of the column, with its unit")]
    public string Name { get; init; } = "";

    [Setting("set", IsRequired = true, OrOne = true, Range = "places such as `links.access.down.rateKbps` or `flows[0].count`", Text = "where the level is put")]
    public IReadOnlyList<string> Places { get; init; } = [];

    [Setting("labels", OrOne = true, Range = "one text for each level, all different", Default = "the values", Text = "what the column calls the levels")]
    public IReadOnlyList<string> Labels { get; init; } = [];

    [Setting("levels", IsRequired = true, Range = "at least one JSON value", Text = "with several places a level that is a list has one value for each")]
    public IReadOnlyList<JsonElement> Levels { get; init; } = [];

    object ISettingRules.Finish(ISettingReport report)
    {
        if (report.Has("levels") && Levels.Count == 0)
            report.Problem("levels", "a list of at least one value is allowed here");
        else if (Levels.Any(level => level.ValueKind == JsonValueKind.Null))
            report.Problem("levels", "null is no level");
        if (Labels.Count > 0 && (Labels.Count != Levels.Count || Labels.Distinct().Count() != Levels.Count))
            report.Problem("labels", "allowed is one for each level, all different");
        return new MatrixFactor(Name, Places, Levels.Where(level => level.ValueKind != JsonValueKind.Null).Select(level => JsonSerializer.SerializeToNode(level)!).ToArray(), Labels);
    }
}

/// <summary>A figure of a matrix, as a file describes it.</summary>
internal sealed record MatrixFigureSettings : ISettingRules
{
    [Setting("figure", IsRequired = true, Text = "a [figure](RESULTS.md#figures) without `series`: `points`, or `contour` if there is a `y`")]
    public JsonElement Figure { get; init; }

    [Setting("stat", IsRequired = true, Range = "a name below", Text = "what is drawn: the mean over the seeds, and over factors that are not named here")]
    public string Stat { get; init; } = "";

    [Setting("x", IsRequired = true, Range = "a factor's name", Text = "its levels are numbers")]
    public string X { get; init; } = "";

    [Setting("y", Range = "a factor's name", Text = "of a contour")]
    public string? Y { get; init; }

    [Setting("by", Range = "a factor's name", Text = "a line for each of its levels")]
    public string? By { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        FigureSpec? spec = report.Has("figure") ? Rules.Try(report, "figure", () => TestbedJson.ParseFigure(Figure)) : null;
        return new MatrixFigure(spec!, Stat, X, Y, By);
    }
}
