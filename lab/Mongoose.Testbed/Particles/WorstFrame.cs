using Mongoose.Core.Units;

namespace Mongoose.Testbed.Particles;

/// <summary>The frame with the largest mean age, and the state shown in it. Use it on the receiver's thread.</summary>
internal sealed class WorstFrame
{
    private readonly ParticleSchedule _schedule;
    private readonly DisplayedState _state;
    private readonly int[] _shown;
    private Duration _ages = new(-1);
    private int _next;

    /// <summary>Observes a state from now on.</summary>
    public WorstFrame(ParticleSchedule schedule, DisplayedState state)
    {
        (_schedule, _state) = (schedule, state);
        _shown = Enumerable.Repeat(-1, schedule.Profile.Count).ToArray();
        state.Changing = CompareUntil;
    }

    /// <summary>The first frame with the largest mean age so far.</summary>
    public int Frame { get; private set; }

    /// <summary>The frame of the particle's state that was shown in <see cref="Frame"/>, -1 for none.</summary>
    public int ShownFrame(int id) => _shown[id];

    /// <summary>
    /// Compares the frames before that time that are not compared yet: all of them show the present state. A value that arrives with a
    /// frame is shown in it.
    /// </summary>
    private void CompareUntil(Duration at)
    {
        ParticleProfile profile = _schedule.Profile;
        for (; _next < profile.TotalFrames && profile.TimeOf(_next) < at; _next++)
            Compare(_next, profile.TimeOf(_next));
    }

    private void Compare(int frame, Duration time)
    {
        Duration ages = Duration.Zero;
        for (int id = 0; id < _shown.Length; id++)
            ages += _state.AgeOf(id, time);
        if (ages <= _ages)
            return;
        (_ages, Frame) = (ages, frame);
        for (int id = 0; id < _shown.Length; id++)
            _shown[id] = _state.ShownFrame(id);
    }
}
