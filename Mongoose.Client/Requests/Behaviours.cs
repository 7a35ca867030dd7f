using Mongoose.Client.Activities;

namespace Mongoose.Client.Requests;

/// <summary>Maps pCampBot's behaviours to the most similar activities.</summary>
internal static class Behaviours
{
    /// <param name="letters">Letters separated by commas, such as p,t.</param>
    /// <returns>One of <see cref="ActivityNames.All"/>.</returns>
    /// <exception cref="FormatException">A letter is unknown; the message lists the allowed letters.</exception>
    public static string Activity(string letters)
    {
        string[] activities = letters.Split(',', StringSplitOptions.TrimEntries).Select(letter => letter switch
        {
            "p" => ActivityNames.Walk,
            "n" => ActivityNames.Stand,
            "t" => ActivityNames.Teleport,
            _ => throw new FormatException(
                $"-behaviours {letters}: allowed are p (walk), n (stand), t (teleport), or several of them (mixed); "
                + "bots do not grab prims or cross borders"),
        }).Distinct().ToArray();
        return activities is [string one] ? one : ActivityNames.Mixed;
    }
}
