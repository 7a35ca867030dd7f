using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Health;

/// <summary>
/// The health of the last five seconds: long enough to be no blink, and short enough that a cause is named while people still ask for it.
/// </summary>
public sealed class RecentHealth
{
    private const int Seconds = 5;

    private readonly Queue<ProcessHealth> _process = new();
    private readonly Queue<RegionHealth> _region = new();

    /// <summary>The process: means of parts and rates, and the longest lateness.</summary>
    public ProcessHealth Process => _process.Count == 0 ? default : _process.Last() with
    {
        UsedCores = _process.Average(second => second.UsedCores),
        HostUsedCores = _process.Average(second => second.HostUsedCores),
        Throttled = _process.Average(second => second.Throttled),
        Paused = _process.Average(second => second.Paused),
        Late = _process.Average(second => second.Late),
        Lateness = _process.Max(second => second.Lateness),
    };

    /// <summary>The region: means of frames, and all else as of now; null if there is no figure.</summary>
    public RegionHealth? Region => _region.Count == 0 ? null : _region.Last() with
    {
        Frame = Duration.FromSeconds(_region.Average(second => second.Frame.Seconds)),
        Dilation = _region.Average(second => second.Dilation),
    };

    /// <summary>Adds a second of the process.</summary>
    public void Add(in ProcessHealth second) => Add(_process, second);

    /// <summary>Adds a second of the region; null if its figures could not be read, which forgets those before.</summary>
    public void Add(in RegionHealth? second)
    {
        if (second is { } known)
            Add(_region, known);
        else
            _region.Clear();
    }

    private static void Add<T>(Queue<T> queue, T second)
    {
        queue.Enqueue(second);
        if (queue.Count > Seconds)
            queue.Dequeue();
    }
}
