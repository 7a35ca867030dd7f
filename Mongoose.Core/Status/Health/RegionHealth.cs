using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Health;

/// <summary>
/// What a region's simulation did in about a second. The times of a frame's parts are OpenSimulator's, which it renews every three seconds.
/// </summary>
public readonly record struct RegionHealth
{
    /// <summary>
    /// A loop that has ended no frame for this long, and for the time of so many, is slow now. Less is a single long frame, which counts
    /// when it ends.
    /// </summary>
    private static readonly Duration LongPause = Duration.FromSeconds(1);

    private const int LongPauseFrames = 3;

    /// <summary>The time that a frame should take.</summary>
    public Duration TargetFrame { get; init; }

    /// <summary>The number of frames that ended.</summary>
    public long Frames { get; init; }

    /// <summary>The mean time of the frames that ended in the last second; if none ended, the time since the last one.</summary>
    public Duration Frame { get; init; }

    /// <summary>The longest of those frames.</summary>
    public Duration LongestFrame { get; init; }

    /// <summary>Time since the last frame ended.</summary>
    public Duration SinceFrame { get; init; }

    /// <summary>The time dilation of the physics engine, 0 to 1: 1 is undelayed.</summary>
    public double Dilation { get; init; }

    /// <summary>Frames per second, as viewers show them.</summary>
    public double SimFps { get; init; }

    /// <summary>The part of a frame's target that each of its parts took, 0 to 1 and above: 1 fills the frame.</summary>
    public FrameParts Parts { get; init; }

    /// <summary>Time that scripts ran, in cores; null if OpenSimulator does not tell.</summary>
    public double? ScriptCores { get; init; }

    /// <summary>Number of scripts that run.</summary>
    public int ActiveScripts { get; init; }

    /// <summary>Number of objects, their parts counted singly.</summary>
    public int Objects { get; init; }

    /// <summary>Number of avatars in the region.</summary>
    public int Avatars { get; init; }

    /// <summary>Number of avatars in neighbouring regions.</summary>
    public int Children { get; init; }

    /// <summary>Requests for textures, meshes and assets that OpenSimulator has not answered yet.</summary>
    public int WaitingRequests { get; init; }

    /// <summary>
    /// Time that 95 of 100 of these requests did not exceed until their answer was ready; null if none became ready in that second.
    /// </summary>
    public Duration? AnswerTime { get; init; }

    /// <summary>The time since the last frame, if that is longer than a single long frame takes; otherwise null.</summary>
    public Duration? Pause => SinceFrame >= Duration.Max(LongPause, TargetFrame * LongPauseFrames) ? SinceFrame : null;

    /// <summary>
    /// The part of the region's speed that is missing: 0 for frames in time, 0.5 if they take twice as long, 1 if it stands still.
    /// </summary>
    public double Slowness
    {
        get
        {
            if (TargetFrame <= Duration.Zero)
                return 0;
            double frame = TargetFrame / Duration.Max(TargetFrame, Duration.Max(Frame, Pause ?? Duration.Zero));
            return 1 - Math.Clamp(Math.Min(frame, Dilation), 0, 1);
        }
    }

    /// <summary>
    /// The mean time of all frames, the longest, and the last answers; all else is of the last second. Null without seconds.
    /// </summary>
    public static RegionHealth? Mean(IReadOnlyCollection<RegionHealth> seconds)
    {
        if (seconds.Count == 0)
            return null;
        long frames = seconds.Sum(second => second.Frames);
        return seconds.Last() with
        {
            Frames = frames,
            Frame = frames == 0 ? seconds.Last().Frame
                : Duration.FromSeconds(seconds.Sum(second => second.Frame.Seconds * second.Frames) / frames),
            LongestFrame = seconds.Max(second => second.LongestFrame),
            Dilation = seconds.Average(second => second.Dilation),
            AnswerTime = seconds.LastOrDefault(second => second.AnswerTime is not null).AnswerTime,
        };
    }
}

/// <summary>The parts of a frame, each as a part of the time that the frame should take.</summary>
/// <param name="Physics">The physics engine.</param>
/// <param name="Agents">Avatars: their movement, and the updates that they are sent.</param>
/// <param name="Network">Packets.</param>
/// <param name="Other">All else: updates of objects, events, backups.</param>
public readonly record struct FrameParts(double Physics, double Agents, double Network, double Other);

/// <summary>An object whose scripts cost time.</summary>
/// <param name="Id">The object's id.</param>
/// <param name="Name">The object's name, as its owner wrote it.</param>
/// <param name="Place">Where it is: "x, y, z" in metres.</param>
/// <param name="Cores">Time that its scripts ran in the last seconds, in cores.</param>
public sealed record ScriptCost(string Id, string Name, string Place, double Cores);
