using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Testbed.Voices;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Silent streams between two ends in a run, each on its site.</summary>
internal sealed class VoiceFlow : IFlow
{
    /// <summary>The first random number stream of these flows.</summary>
    private const long Stream = 7000;

    /// <summary>
    /// The sources' first stream, by the flow's number in its group: the same sources talk in each group, so that rules can be compared.
    /// </summary>
    private const long TalkStream = 8000;

    private readonly Instant _origin;
    private readonly OneWayRoute _route;
    private readonly VoiceReceiver _receiver;
    private readonly VoiceSender _sender;
    private readonly VoiceLineFigures _line;
    private readonly StreamFigures _streams;
    private readonly ControllerFigures _controller;
    private readonly Sampler _sampler;
    private readonly Duration _interval;

    public VoiceFlow(Place place, FlowGroup group, VoiceOptions options, int member, FlowRecord record)
    {
        (_origin, _route, _interval) = (place.Origin, new OneWayRoute(place, group, member, options.Up), options.Profile.Interval);
        (_line, _streams, _controller) =
            (new VoiceLineFigures(place.Origin, record), new StreamFigures(record), new ControllerFigures(record));
        SeededRandom jitter = new(place.Seed, Stream + place.NextNumber(options)), talk = new(place.Seed, TalkStream + member);
        _receiver = _route.Receiving.Invoke(() => new VoiceReceiver(
            _route.Receiving.Scheduler,
            new TappedNetwork(_route.Receiving.Network, sent: null, datagram => _line.Received(datagram, _route.Receiving.Scheduler.Now)),
            _route.ReceiverAddress, options.Profile));
        UdpAddress way = _route.To(_receiver.Address);
        _sender = _route.Sending.Invoke(() => new VoiceSender(
            _route.Sending.Scheduler,
            new TappedNetwork(_route.Sending.Network, datagram => _line.Sent(datagram, _route.Sending.Scheduler.Now), received: null),
            _route.SenderAddress, way, options.Profile, jitter, talk, FrameBegan));
        _sampler = new Sampler(_route.Sending.Scheduler, _origin, Sample);
    }

    public void Start() => _route.Sending.Invoke(() =>
    {
        _sender.Start();
        _sampler.Start();
    });

    public void Stop() => _route.Sending.Invoke(() =>
    {
        _sampler.Stop();
        _sender.Stop();
    });

    public void Finish(FlowRecord record) => _route.Sending.Invoke(() => _route.Receiving.Invoke(() =>
    {
        _line.Add(_interval);
        _streams.Add();
        _controller.Add();
    }));

    private void FrameBegan(Instant now) => _streams.Set(now - _origin, _sender.Streams, _sender.Controller.State.Mode);

    private void Sample(Duration at)
    {
        _streams.Sample(at);
        _controller.Sample(at, _sender.Controller.State);
    }
}
