using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Helpers for the rules of several records.</summary>
internal static class Rules
{
    /// <summary>
    /// Creates a value. If the function rejects its input, reports the reason as a problem of the key and returns null.
    /// </summary>
    public static T? Try<T>(ISettingReport report, string key, Func<T> make)
        where T : class
    {
        try
        {
            return make();
        }
        catch (Exception e) when (e is ArgumentException or InvalidDataException or System.Text.Json.JsonException)
        {
            report.Problem(key, e.Message);
            return null;
        }
    }
}
