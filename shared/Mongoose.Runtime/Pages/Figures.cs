using System.Globalization;

namespace Mongoose.Runtime.Pages;

/// <summary>Formats numbers for readers: invariant culture, and a dash for values that were not measured.</summary>
public static class Figures
{
    public const string None = "–";

    public static string Whole(double value) => Format(value, "0");
    public static string Tenths(double value) => Format(value, "0.0");
    public static string Short(double value) => Format(value, "0.###");
    /// <summary>
    /// Four significant digits, but always all digits before the decimal point: 1234.5 becomes 1235, 0.012345 becomes 0.01235.
    /// </summary>
    public static string Significant(double value)
    {
        if (value == 0 || !double.IsFinite(value))
            return Format(value, "0");
        int before = (int)Math.Floor(Math.Log10(Math.Abs(value))) + 1;
        return Format(value, "0." + new string('#', Math.Clamp(4 - before, 0, 8)));
    }

    /// <summary>A delay in a sentence, with tenths only below 10 ms.</summary>
    public static string Delay(double milliseconds) => Format(milliseconds, milliseconds < 9.95 ? "0.0" : "0");

    public static string Rate(double kbps) =>
        kbps >= 1000 ? Format(kbps / 1000, "0.### Mbit/s") : Format(kbps, "0.# kbit/s");

    private static string Format(double value, string format) =>
        double.IsFinite(value) ? value.ToString(format, CultureInfo.InvariantCulture) : None;
}
