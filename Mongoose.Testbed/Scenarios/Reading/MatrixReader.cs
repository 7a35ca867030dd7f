using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads the matrix of a scenario.</summary>
internal static class MatrixReader
{
    public static MatrixSpec Read(JsonSection section)
    {
        section.Require("factors");
        MatrixFactor[] factors = section.Sections("factors").Select(ReadFactor).ToArray();
        string[] names = factors.Select(factor => factor.Name).ToArray();
        MatrixSpec spec = new(factors, section.Sections("figures").Select(figure => ReadFigure(figure, names)).OfType<MatrixFigure>().ToArray())
        {
            InRun = section.Flag("inRun", false),
        };
        section.End();
        return spec;
    }

    private static MatrixFactor ReadFactor(JsonSection section)
    {
        section.Require("set");
        section.Require("levels");
        MatrixFactor factor = new(section.RequiredText("name"), section.Texts("set"), ReadLevels(section), section.Texts("labels"));
        if (factor.Labels.Count > 0 && (factor.Labels.Count != factor.Levels.Count || factor.Labels.Distinct().Count() != factor.Levels.Count))
            section.Problem("labels", "allowed is one for each level, all different");
        section.End();
        return factor;
    }

    private static JsonNode[] ReadLevels(JsonSection section)
    {
        if (section.Element("levels") is not { ValueKind: JsonValueKind.Array } list || list.GetArrayLength() == 0)
        {
            if (section.Has("levels"))
                section.Problem("levels", "a list of at least one value is allowed here");
            return [];
        }
        if (list.EnumerateArray().Any(level => level.ValueKind == JsonValueKind.Null))
        {
            section.Problem("levels", "null is no level");
            return [];
        }
        return list.EnumerateArray().Select(level => JsonSerializer.SerializeToNode(level)!).ToArray();
    }

    private static MatrixFigure? ReadFigure(JsonSection section, string[] factors)
    {
        section.Require("figure");
        string x = section.Choice("x", "", factors), y = section.Choice("y", "", factors), by = section.Choice("by", "", factors);
        section.Require("x");
        string stat = section.RequiredText("stat");
        FigureSpec? spec = section.Element("figure") is { } json ? section.Make("figure", () => TestbedJson.ParseFigure(json)) : null;
        section.End();
        return spec is null ? null : new MatrixFigure(spec, stat, x, y.Length > 0 ? y : null, by.Length > 0 ? by : null);
    }
}
