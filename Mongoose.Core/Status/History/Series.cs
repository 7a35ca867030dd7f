using Mongoose.Core.Units;

namespace Mongoose.Core.Status.History;

/// <summary>
/// The last ten minutes of a figure: one value per point. Points are numbered upwards; a series may begin later than others.
/// </summary>
/// <param name="first">The number of the first point that will be added.</param>
public sealed class Series(long first)
{
    /// <summary>The number of points that are kept: ten minutes.</summary>
    public const int Points = 600;

    /// <summary>The number of points in ten seconds, the time that the page's present figures cover.</summary>
    public const int RecentPoints = 10;

    /// <summary>Time between two points.</summary>
    public static readonly Duration Interval = Duration.FromSeconds(1);

    private readonly float[] _ring = new float[Points];
    private readonly long _first = first;
    private long _next = first;

    /// <summary>The last value; 0 if there is none.</summary>
    public double Latest => _next > _first ? _ring[(_next - 1) % Points] : 0;

    /// <summary>The last ten seconds; a single 0 if there is no value.</summary>
    public IEnumerable<double> Recent => Last(RecentPoints).DefaultIfEmpty();

    /// <summary>Adds the value of a point. Points that were left out repeat the value before them.</summary>
    public void Add(long point, double value)
    {
        float latest = (float)Latest;
        while (_next < point)
            _ring[_next++ % Points] = latest;
        _ring[_next++ % Points] = double.IsFinite(value) ? (float)value : 0;
    }

    /// <summary>The last values, at most so many, oldest first.</summary>
    public IEnumerable<double> Last(int points) => After(_next - 1 - points);

    /// <summary>The number of the first point after <paramref name="after"/> that is kept.</summary>
    public long FirstAfter(long after) => Math.Max(Math.Max(_first, Math.Min(after, _next - 1) + 1), _next - Points);

    /// <summary>The values of the points after <paramref name="after"/> that are kept, oldest first.</summary>
    public IEnumerable<double> After(long after)
    {
        for (long point = FirstAfter(after); point < _next; point++)
            yield return _ring[point % Points];
    }
}
