using System.Text.Json;
using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Page;

/// <summary>
/// Numbers, series and lists in the status page's data: numbers are rounded to one decimal, below 1 to three, and always valid JSON.
/// </summary>
public static class PageNumbers
{
    /// <summary>Writes a figure; null if it is unknown.</summary>
    public static void WriteFigure(this Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } number)
            json.WriteNumber(name, Rounded(number));
        else
            json.WriteNull(name);
    }

    /// <summary>Writes the points of series that the reader lacks.</summary>
    /// <param name="json">The JSON to which the points are written.</param>
    /// <param name="after">Number of the last point that the reader has.</param>
    /// <param name="all">The series, of which there is at least one; all begin with the same point.</param>
    public static void WriteHistory(this Utf8JsonWriter json, long after, params (string Name, Series Series)[] all)
    {
        json.WriteStartObject("history");
        json.WriteNumber("first", all[0].Series.FirstAfter(after));
        foreach ((string name, Series series) in all)
            json.WriteList(name, series.After(after), value => json.WriteNumberValue(Rounded(value)));
        json.WriteEndObject();
    }

    /// <summary>Writes an array of which each item is written by <paramref name="write"/>.</summary>
    public static void WriteList<T>(this Utf8JsonWriter json, string name, IEnumerable<T> items, Action<T> write)
    {
        json.WriteStartArray(name);
        foreach (T item in items)
            write(item);
        json.WriteEndArray();
    }

    /// <summary>A figure as it is written: rounded to one decimal, below 1 to three, and 0 if it is not finite.</summary>
    public static decimal Rounded(double value) =>
        double.IsFinite(value) ? Math.Round((decimal)Math.Clamp(value, -1e12, 1e12), Math.Abs(value) < 1 ? 3 : 1) : 0;
}
