using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Runtime.Output;

/// <summary>JSON has no NaN or infinity: a value that was not measured is null in JSON and NaN in memory.</summary>
/// <param name="decimals">The number of decimals to keep; null keeps full precision.</param>
public sealed class FiniteDoubleConverter(int? decimals) : JsonConverter<double>
{
    /// <summary>A ten-thousandth of a kbit/s or of a millisecond: finer than any measurement.</summary>
    public const int Decimals = 4;

    public override bool HandleNull => true;

    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Null ? double.NaN : reader.GetDouble();

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
    {
        if (double.IsFinite(value))
            writer.WriteNumberValue(Rounded(value, decimals));
        else
            writer.WriteNullValue();
    }

    internal static double Rounded(double value, int? decimals) => decimals is { } digits ? Math.Round(value, digits) : value;
}

/// <summary>Writes a series on one line, because a result file with one number per line would have a thousand pages.</summary>
/// <param name="decimals">The number of decimals to keep; null keeps full precision.</param>
public sealed class InlineSeriesConverter(int? decimals) : JsonConverter<double[]>
{
    public override double[] Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
            throw new JsonException("expected an array of numbers");
        List<double> values = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            values.Add(reader.TokenType == JsonTokenType.Null ? double.NaN : reader.GetDouble());
        return [.. values];
    }

    public override void Write(Utf8JsonWriter writer, double[] value, JsonSerializerOptions options) =>
        writer.WriteRawValue("[" + string.Join(", ", value.Select(Format)) + "]");

    private string Format(double value) => double.IsFinite(value)
        ? FiniteDoubleConverter.Rounded(value, decimals).ToString(CultureInfo.InvariantCulture)
        : "null";
}
