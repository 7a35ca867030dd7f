using System.Globalization;

namespace Mongoose.Mixer.Commands;

/// <summary>Numbers of things in sentences.</summary>
internal static class Counted
{
    /// <returns>For example "1 gap" or "2 gaps".</returns>
    public static string Of(long number, string thing) =>
        string.Create(CultureInfo.InvariantCulture, $"{number} {thing}{(number == 1 ? "" : "s")}");
}
