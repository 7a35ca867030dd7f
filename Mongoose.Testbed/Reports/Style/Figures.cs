using System.Globalization;

namespace Mongoose.Testbed.Reports.Style;

/// <summary>Numbers as people read them: invariant culture, and a dash for what was not measured.</summary>
internal static class Figures
{
    public const string None = "–";

    public static string Whole(double value) => Format(value, "0");
    public static string Tenths(double value) => Format(value, "0.0");
    public static string Short(double value) => Format(value, "0.###");
    public static string Percent(double share) => Format(share * 100, "0");

    /// <summary>Four significant digits, and none of those before the point lost: 1234.5 is 1235, 0.012345 is 0.01235.</summary>
    public static string Significant(double value)
    {
        if (value == 0 || !double.IsFinite(value))
            return Format(value, "0");
        int before = (int)Math.Floor(Math.Log10(Math.Abs(value))) + 1;
        return Format(value, "0." + new string('#', Math.Clamp(4 - before, 0, 8)));
    }

    /// <summary>A delay in a sentence: tenths only where they matter.</summary>
    public static string Delay(double milliseconds) => Format(milliseconds, milliseconds < 9.95 ? "0.0" : "0");

    public static string Rate(double kbps) =>
        kbps >= 1000 ? Format(kbps / 1000, "0.### Mbit/s") : Format(kbps, "0.# kbit/s");

    private static string Format(double value, string format) =>
        double.IsFinite(value) ? value.ToString(format, CultureInfo.InvariantCulture) : None;
}
