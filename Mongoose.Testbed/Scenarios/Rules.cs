using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>What rules of several records need.</summary>
internal static class Rules
{
    /// <summary>Makes something; what its maker does not allow is a problem of the key, and nothing is made.</summary>
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
