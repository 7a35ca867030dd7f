using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Particles;

/// <summary>
/// The state that a receiver shows, with its delay and error: the newest value of each particle. Times are relative to the first frame, on
/// the sender's clock. Use it on the receiver's thread; only the members that say so may be read from any thread.
/// </summary>
/// <param name="schedule">When each particle moves.</param>
/// <param name="motion">The positions, which every value is checked against.</param>
/// <param name="settling">
/// Time from the last frame until particles that are still wrong count as wrong at the end; later values are ignored.
/// </param>
internal sealed class DisplayedState(ParticleSchedule schedule, ParticleMotion motion, Duration settling)
{
    private readonly Duration _end = schedule.Profile.Length + settling;
    private readonly int[] _shown = Enumerable.Repeat(-1, schedule.Profile.Count).ToArray();
    private readonly int[] _sampled = new int[schedule.Profile.Count];
    private readonly ulong[] _arrived = new ulong[((long)schedule.Profile.Count * schedule.Profile.TotalFrames + 63) / 64];
    private readonly long[] _ageSums = new long[schedule.Profile.TotalFrames];
    private double _delaySum, _ageSum;
    private long _values, _oldValues;
    private int _complete;

    /// <summary>The time from a value's frame to its arrival, of every value that has arrived.</summary>
    public DelaySamples Delays { get; } = new();

    public double MeanDelayMs => _delaySum / Delays.Count;

    /// <summary>For every particle at every frame: how long a newer state than the shown one has existed, 0 if there is none.</summary>
    public DelaySamples Ages { get; } = new();

    public double MeanAgeMs => _ageSum / Ages.Count;

    /// <summary>Values that have arrived, each counted once; may be read from any thread.</summary>
    public long Values => Volatile.Read(ref _values);

    /// <summary>Values that arrived after a newer one of the same particle; may be read from any thread.</summary>
    public long OldValues => Volatile.Read(ref _oldValues);

    /// <summary>Values that arrived later than the next frame.</summary>
    public long LateValues { get; private set; }

    /// <summary>From the last frame until all particles were right; null if they never were.</summary>
    public Duration? SettledAfter { get; private set; }

    /// <summary>Called before each change of the shown state, with the time of the change, and at the end; null for none.</summary>
    public Action<Duration>? Changing { get; set; }

    /// <summary>The frame whose value is shown, -1 for none; may be read from any thread.</summary>
    public int ShownFrame(int id) => Volatile.Read(ref _shown[id]);

    /// <summary>A value has arrived. A repeated one is ignored.</summary>
    /// <returns>Whether the value had not arrived before.</returns>
    /// <exception cref="InvalidDataException">No such value was sent.</exception>
    public bool Arrived(in ParticleValue value, Duration at)
    {
        if (!WasSent(value))
            throw new InvalidDataException($"particle {value.Id}, frame {value.Frame}: a value arrived that was not sent");
        if (at > _end || !MarkArrived(value))
            return false;
        Duration delay = at - schedule.Profile.TimeOf(value.Frame);
        Delays.Add(delay);
        _delaySum += delay.Milliseconds;
        Volatile.Write(ref _values, _values + 1);
        if (delay > schedule.Profile.Interval)
            LateValues++;
        if (value.Frame < _shown[value.Id])
            Volatile.Write(ref _oldValues, _oldValues + 1);
        else
            Show(value, at);
        return true;
    }

    /// <summary>Samples the ages of all frames up to <paramref name="end"/>. Call it once, at the end.</summary>
    /// <returns>The number of particles that are wrong at that time, or at the end of settling if that is earlier.</returns>
    public int Finish(Duration end)
    {
        Changing?.Invoke(Duration.Min(end, _end) + new Duration(1));
        int wrong = 0;
        for (int id = 0; id < _shown.Length; id++)
        {
            SampleUntil(id, end + new Duration(1));
            if (AgeOf(id, Duration.Min(end, _end)) > Duration.Zero)
                wrong++;
        }
        return wrong;
    }

    /// <summary>The mean age over all particles in ms, by frame.</summary>
    public double[] AgesByFrame => _ageSums.Select(sum => sum / 1e6 / _shown.Length).ToArray();

    /// <summary>How long a newer state than the shown one has existed; zero if there is none. May be called on any thread.</summary>
    public Duration AgeOf(int id, Duration at) => schedule.AgeOf(id, ShownFrame(id), at);

    private bool WasSent(in ParticleValue value) =>
        value.Id >= 0 && value.Id < _shown.Length && value.Frame >= 0 && value.Frame < schedule.Profile.TotalFrames
        && schedule.LastMovingUpTo(value.Id, value.Frame) == value.Frame && value == motion.At(value.Id, value.Frame);

    private bool MarkArrived(in ParticleValue value)
    {
        long bit = (long)value.Frame * _shown.Length + value.Id;
        ulong mask = 1UL << (int)(bit % 64);
        bool isNew = (_arrived[bit / 64] & mask) == 0;
        _arrived[bit / 64] |= mask;
        return isNew;
    }

    private void Show(in ParticleValue value, Duration at)
    {
        Changing?.Invoke(at);
        SampleUntil(value.Id, at);
        Volatile.Write(ref _shown[value.Id], value.Frame);
        if (value.Frame == schedule.LastMoving(value.Id) && ++_complete == _shown.Length)
            SettledAfter = at - schedule.Profile.Length;
    }

    /// <summary>
    /// Samples the age at each frame before <paramref name="at"/> that is not sampled yet: a value that arrives with a frame is shown in
    /// it.
    /// </summary>
    private void SampleUntil(int id, Duration at)
    {
        for (; _sampled[id] < _ageSums.Length; _sampled[id]++)
        {
            Duration time = schedule.Profile.TimeOf(_sampled[id]);
            if (time >= at)
                return;
            Duration age = AgeOf(id, time);
            Ages.Add(age);
            _ageSum += age.Milliseconds;
            _ageSums[_sampled[id]] += age.Nanoseconds;
        }
    }
}
