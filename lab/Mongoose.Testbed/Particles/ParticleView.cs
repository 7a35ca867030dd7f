using Mongoose.Core.Units;

namespace Mongoose.Testbed.Particles;

/// <summary>
/// The particles of a flow while it runs: what exists, and what its receiver shows. May be used on any thread, except that
/// <see cref="Counts"/> and <see cref="Read"/> wait for the threads of the flow's ends and must not be called on them.
/// </summary>
/// <param name="schedule">When each particle moves.</param>
/// <param name="shown">The state that the receiver shows.</param>
internal sealed class ParticleView(ParticleSchedule schedule, DisplayedState shown)
{
    private long _first = long.MaxValue;

    public ParticleProfile Profile => schedule.Profile;

    /// <summary>Reads delays and traffic so far. It waits for the threads of the flow's ends.</summary>
    public Func<ParticleCounts> Counts { get; init; } = () => ParticleCounts.None;

    /// <summary>The time of the first frame on the run's clock; <see cref="Instant.Never"/> before the flow starts.</summary>
    public Instant FirstFrameAt
    {
        get => new(Volatile.Read(ref _first));
        set => Volatile.Write(ref _first, value.Nanoseconds);
    }

    /// <summary>The newest frame at that time; -1 before the first.</summary>
    public int FrameAt(Instant now) => now < FirstFrameAt ? -1 : Profile.FrameAt(now - FirstFrameAt);

    /// <summary>How long a newer state than the shown one has existed; zero if there is none.</summary>
    public Duration AgeOf(int id, Instant now) => now < FirstFrameAt ? Duration.Zero : shown.AgeOf(id, now - FirstFrameAt);

    /// <summary>The particles at that time. It calls <see cref="Counts"/>.</summary>
    public ParticleReading Read(Instant now)
    {
        double[] ages = Enumerable.Range(0, Profile.Count).Select(id => AgeOf(id, now).Milliseconds).ToArray();
        int frame = FrameAt(now);
        return new ParticleReading(
            Moving: frame >= 0 && now - FirstFrameAt < Profile.Length + Profile.Interval ? Profile.MovingIn(frame) : 0,
            MeanAgeMs: ages.Average(),
            MaxAgeMs: ages.Max(),
            Wrong: ages.Count(age => age > Profile.Interval.Milliseconds),
            shown.OldValues,
            Counts());
    }
}
