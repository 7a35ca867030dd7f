using System.Text.Json;

namespace Mongoose.Core.Status.Page;

/// <summary>Numbers of the status page's data: with one decimal, and always valid JSON.</summary>
public static class JsonNumbers
{
    /// <summary>Writes a figure; null if it is unknown.</summary>
    public static void WriteFigure(this Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } number)
            json.WriteNumber(name, Rounded(number));
        else
            json.WriteNull(name);
    }

    /// <summary>A figure as it is written: with one decimal, and 0 if it is no number.</summary>
    public static decimal Rounded(double value) => double.IsFinite(value) ? Math.Round((decimal)Math.Clamp(value, -1e12, 1e12), 1) : 0;
}
