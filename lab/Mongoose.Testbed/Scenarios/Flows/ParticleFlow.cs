using Mongoose.Core.Units;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Moving particles in a run: their source, a peer that shares their state, and what its receiver shows.</summary>
internal sealed class ParticleFlow : IFlow
{
    private readonly Place _place;
    private readonly ParticleOptions _options;
    private readonly FlowRecord _record;
    private readonly DisplayedState _shown;
    private readonly ParticleView _view;
    private readonly ParticlePictures? _pictures;
    private readonly PeerPair _peer;
    private readonly ParticleSource _source;

    public ParticleFlow(Place place, FlowGroup group, ParticleOptions options, int member, FlowRecord record)
    {
        (_place, _options, _record) = (place, options, record);
        int number = place.NextNumber(options);
        ParticleSchedule schedule = new(options.Profile);
        ParticleMotion motion = new(options.Profile, place.Seed);
        _shown = new DisplayedState(schedule, motion, options.Settling);
        _pictures = options.Pictures ? new ParticlePictures(schedule, motion, _shown) : null;
        _view = record.Particles = new ParticleView(schedule, _shown) { Counts = Count };
        _peer = ParticlePeers.Create(new PeerRequest(place, group, options, member, number, record), Received);
        _source = new ParticleSource(_peer.Sending.Scheduler, options.Profile, motion, _peer.Sender);
    }

    public void Start()
    {
        Instant first = _peer.Sending.Scheduler.Now + _options.Lead;
        _view.FirstFrameAt = first;
        _peer.Open();
        _peer.Sending.Invoke(() => _source.Start(first));
    }

    public void Stop()
    {
        _peer.Sending.Invoke(_source.Stop);
        _peer.Close();
    }

    /// <exception cref="IOException">The peer's connection failed.</exception>
    public void Finish(FlowRecord record)
    {
        if (_peer.Failure is { } failure)
            throw new IOException($"{record.Name}: {failure}");
        WireCounts wire = _peer.Sending.Invoke(() => _peer.Sender.Wire);
        Duration end = record.End - (_view.FirstFrameAt - _place.Origin);
        _peer.Receiving.Invoke(() =>
        {
            new ParticleFigures(_shown, _options.Profile, record).Add(end, wire);
            record.Series.AddRange(_pictures?.Take(record.Name, Duration.Min(end, _options.Profile.Length + _options.Settling)) ?? []);
        });
    }

    private ParticleCounts Count()
    {
        WireCounts wire = _peer.Sending.Invoke(() => _peer.Sender.Wire);
        return new ParticleCounts(_peer.Receiving.Invoke(_shown.Delays.Summarise), wire.Bytes, wire.ResentBytes);
    }

    private void Received(in ParticleValue value)
    {
        Instant now = _peer.Receiving.Scheduler.Now;
        if (_shown.Arrived(value, now - _view.FirstFrameAt))
            _record.Delivered(now - _place.Origin, _options.Profile.MessageBytes);
    }
}
