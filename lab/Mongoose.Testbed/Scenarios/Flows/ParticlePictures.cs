using Mongoose.Core.Units;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Pictures of a flow's particles, seen from above, as in figure 8 of the paper on Verse: in the frame with the largest mean age, and at
/// the end.
/// </summary>
internal sealed class ParticlePictures(ParticleSchedule schedule, ParticleMotion motion, DisplayedState state)
{
    private readonly WorstFrame _worst = new(schedule, state);

    /// <param name="end">The moment of the last picture, as time since the first frame. The state must be finished.</param>
    public IEnumerable<PictureSeries> Take(string flow, Duration end) =>
    [
        Take($"{flow}.worstFrameAgeMs", _worst.Frame, schedule.Profile.TimeOf(_worst.Frame), _worst.ShownFrame),
        Take($"{flow}.lastAgeMs", schedule.Profile.FrameAt(end), end, state.ShownFrame),
    ];

    private PictureSeries Take(string name, int frame, Duration at, Func<int, int> shownFrame)
    {
        // Particles that have not moved yet are nowhere.
        int[] ids = Enumerable.Range(0, schedule.Profile.Count).Where(id => schedule.LastMovingUpTo(id, frame) >= 0).ToArray();
        ParticleValue[] places = Array.ConvertAll(ids, id => motion.At(id, schedule.LastMovingUpTo(id, frame)));
        ParticleValue?[] shown =
            Array.ConvertAll(ids, id => shownFrame(id) is >= 0 and int shown ? motion.At(id, shown) : (ParticleValue?)null);
        return new PictureSeries
        {
            Name = name,
            Unit = "ms",
            AtSeconds = at.Seconds,
            PlaceUnit = "m",
            X = Array.ConvertAll(places, place => Rounded(place.X)),
            Y = Array.ConvertAll(places, place => Rounded(place.Y)),
            ShownX = Array.ConvertAll(shown, place => Rounded(place?.X)),
            ShownY = Array.ConvertAll(shown, place => Rounded(place?.Y)),
            Late = Array.ConvertAll(ids, id => schedule.AgeOf(id, shownFrame(id), at).Milliseconds),
        };
    }

    /// <summary>To millimetres; NaN for null.</summary>
    private static double Rounded(float? metres) => metres is { } number ? Math.Round(number, 3) : double.NaN;
}
