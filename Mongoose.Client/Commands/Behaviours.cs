using Mongoose.Client.Activities;

namespace Mongoose.Client.Commands;

/// <summary>pCampBot's behaviours, as the activities that come nearest to them.</summary>
internal static class Behaviours
{
    /// <param name="letters">Separated by commas, such as p,t.</param>
    /// <returns>One of <see cref="ActivityNames.All"/>.</returns>
    /// <exception cref="FormatException">There is no such activity; the message says which there are.</exception>
    public static string Activity(string letters)
    {
        string[] activities = letters.Split(',', StringSplitOptions.TrimEntries).Select(letter => letter switch
        {
            "p" => ActivityNames.Walk,
            "n" => ActivityNames.Stand,
            "t" => ActivityNames.Teleport,
            _ => throw new FormatException(
                $"-behaviours {letters}: allowed are p (walk), n (stand), t (teleport) and several of them (mixed); bots do not grab prims or cross borders"),
        }).Distinct().ToArray();
        return activities is [string one] ? one : ActivityNames.Mixed;
    }
}
