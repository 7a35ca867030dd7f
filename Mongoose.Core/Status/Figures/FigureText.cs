using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Figures;

/// <summary>Figures in sentences.</summary>
public static class FigureText
{
    /// <summary>The least part that <see cref="Percent"/> does not show as 0.0 %.</summary>
    public const double LeastPart = 0.0005;

    /// <summary>A rate in kbit/s, or in Mbit/s from 1000 kbit/s on.</summary>
    public static string Of(DataRate rate) => rate.KilobitsPerSecond < 1000
        ? Of(rate.KilobitsPerSecond, "0 kbit/s")
        : Of(rate.MegabitsPerSecond, "0.0 Mbit/s");

    /// <summary>A time in ms, or in s from a second on.</summary>
    public static string Of(Duration time) =>
        time.Seconds < 1 ? Of(time.Milliseconds, "0 ms") : Of(time.Seconds, time.Seconds < 10 ? "0.0 s" : "0 s");

    /// <summary>A part, from 0 to 1, in percent.</summary>
    public static string Percent(double part) => Of(100 * part, Math.Abs(part) < 0.1 ? "0.0" : "0") + " %";

    /// <summary>Processor time in cores.</summary>
    public static string Cores(double cores) => Of(cores, cores < 10 ? "0.0#" : "0") + (cores == 1 ? " core" : " cores");

    /// <summary>A number of things.</summary>
    public static string Count(int number, string one, string many) => $"{number} {(number == 1 ? one : many)}";

    private static string Of(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
