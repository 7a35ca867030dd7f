namespace Mongoose.Testbed.Commands;

/// <summary>A way to send voices over a line.</summary>
/// <param name="Name">The name in options and stats.</param>
/// <param name="Label">The name in tables.</param>
/// <param name="Rule">The rule of mixing.</param>
/// <param name="MaxStreams">The maximum number of streams for a number of sources.</param>
/// <param name="ToHear">The effect to listen for, as a sentence.</param>
internal sealed record VoiceWay(string Name, string Label, string Rule, Func<int, int> MaxStreams, string ToHear)
{
    public static readonly IReadOnlyList<VoiceWay> All =
    [
        new("partial", "Partial mixing", "steady", _ => 1000, // the highest allowed: only the path limits it
            "Voices stand apart from left to right while the line has room. "
                + "While TCP runs, the quieter ones join one mix in the middle, with few gaps."),
        new("forward-all", "Forward all", "fixed", sources => sources,
            "Each voice has its place all the time. While TCP runs, each lost packet cuts all voices at once, "
                + "and TCP gets little of the line."),
        new("mix-all", "Mix all", "fixed", _ => 1,
            "All voices are one mix in the middle all the time, even while the line is almost empty: whole, but hard to tell apart."),
    ];

    /// <summary>The names, separated by commas.</summary>
    public static string Names => string.Join(", ", All.Select(way => way.Name));
}
