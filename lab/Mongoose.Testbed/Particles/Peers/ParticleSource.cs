using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Moves the particles, and passes the new states of each frame to a sender. Use it on its scheduler's thread.</summary>
internal sealed class ParticleSource
{
    private readonly ParticleProfile _profile;
    private readonly ParticleMotion _motion;
    private readonly IStateSender _sender;
    private readonly ParticleValue[] _moved;
    private readonly Alarm _next;
    private Instant _first;
    private int _frame;

    public ParticleSource(IScheduler scheduler, ParticleProfile profile, ParticleMotion motion, IStateSender sender)
    {
        (_profile, _motion, _sender) = (profile, motion, sender);
        _moved = new ParticleValue[profile.Count];
        _next = new Alarm(scheduler, SendFrame);
    }

    /// <summary>Sends the first frame at that time.</summary>
    public void Start(Instant first)
    {
        _first = first;
        _next.Set(first);
    }

    public void Stop() => _next.Cancel();

    private void SendFrame()
    {
        int moving = _profile.MovingIn(_frame);
        for (int id = 0; id < moving; id++)
            _moved[id] = _motion.At(id, _frame);
        if (moving > 0)
            _sender.SendFrame(_moved.AsSpan(0, moving));
        if (++_frame < _profile.TotalFrames)
            _next.Set(_first + _profile.TimeOf(_frame));
    }
}
