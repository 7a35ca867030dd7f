using Mongoose.Core.Units;

namespace Mongoose.Testbed.Particles;

/// <summary>In which frames each particle of a profile moves: in each cycle a range of frames.</summary>
internal sealed class ParticleSchedule
{
    private readonly int[] _first;
    private readonly int[] _end;

    public ParticleSchedule(ParticleProfile profile)
    {
        Profile = profile;
        (_first, _end) = (new int[profile.Count], new int[profile.Count]);
        Array.Fill(_first, profile.Frames);
        for (int frame = 0; frame < profile.Frames; frame++)
        {
            int moving = profile.MovingIn(frame);
            for (int id = 0; id < moving; id++)
                (_first[id], _end[id]) = (Math.Min(_first[id], frame), frame + 1);
            Values += (long)moving * profile.Cycles;
        }
    }

    public ParticleProfile Profile { get; }

    /// <summary>The number of values in all frames.</summary>
    public long Values { get; }

    /// <summary>
    /// The first frame after <paramref name="frame"/> (-1 or more) in which the particle moves; -1 if it does not move again.
    /// </summary>
    public int NextMoving(int id, int frame)
    {
        int next = frame + 1, cycle = next / Profile.Frames, inCycle = next % Profile.Frames;
        if (inCycle >= _end[id])
            (cycle, inCycle) = (cycle + 1, 0);
        return cycle < Profile.Cycles ? cycle * Profile.Frames + Math.Max(inCycle, _first[id]) : -1;
    }

    /// <summary>The last frame up to <paramref name="frame"/> in which the particle moves; -1 if it has not moved yet.</summary>
    public int LastMovingUpTo(int id, int frame)
    {
        int cycle = frame / Profile.Frames, inCycle = frame % Profile.Frames;
        if (frame < 0 || (inCycle < _first[id] && cycle == 0))
            return -1;
        return inCycle < _first[id]
            ? (cycle - 1) * Profile.Frames + _end[id] - 1
            : cycle * Profile.Frames + Math.Min(inCycle, _end[id] - 1);
    }

    /// <summary>How long a newer state than that of the shown frame (-1 for none) has existed; zero if there is none.</summary>
    /// <param name="id">The particle.</param>
    /// <param name="shown">The frame whose state is shown.</param>
    /// <param name="at">Time from the first frame.</param>
    public Duration AgeOf(int id, int shown, Duration at)
    {
        int newer = NextMoving(id, shown);
        return newer < 0 ? Duration.Zero : Duration.Max(Duration.Zero, at - Profile.TimeOf(newer));
    }

    /// <summary>The last frame of all cycles in which the particle moves.</summary>
    public int LastMoving(int id) => (Profile.Cycles - 1) * Profile.Frames + _end[id] - 1;
}
