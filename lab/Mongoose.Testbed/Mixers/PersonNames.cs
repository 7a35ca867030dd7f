using Mongoose.Voice.Conferences;

namespace Mongoose.Testbed.Mixers;

/// <summary>The names of the people of a flow, and their places.</summary>
internal static class PersonNames
{
    public const string Listener = "listener";

    /// <summary>The talkers' arc: its radius, at which voices have their full loudness, and its end on each side.</summary>
    private const double Radius = 5, WidestDegrees = 80;

    public static string Talker(int source) => $"talker-{source + 1}";

    /// <summary>
    /// The talkers from left to right in front of a listener who is at the origin and looks along the x axis; y is on the left.
    /// </summary>
    public static IReadOnlyList<SourceOptions> LeftToRight(int sources) =>
        Enumerable.Range(0, sources)
            .Select(source => new SourceOptions { Name = Talker(source), Coordinates = PlaceOf(source, sources) }).ToArray();

    private static double[] PlaceOf(int source, int sources)
    {
        double degrees = sources == 1 ? 0 : WidestDegrees - 2 * WidestDegrees * source / (sources - 1);
        (double sine, double cosine) = Math.SinCos(degrees * Math.PI / 180);
        return [Radius * cosine, Radius * sine, 0];
    }
}
