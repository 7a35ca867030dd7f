using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Testbed.Speeches;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Talkers and a sending mixer on one site, and a receiving mixer or client on the other.</summary>
internal sealed class MixerFlow : IFlow
{
    /// <summary>The first random number stream of these flows.</summary>
    private const long Stream = 9000;

    /// <summary>The random stream of speech, by the flow's number in its group: groups with the same speech are comparable.</summary>
    private const long SpeechStream = 9500;

    private readonly OneWayRoute _route;
    private readonly VoiceLineFigures _line;
    private readonly StreamFigures _streams;
    private readonly ControllerFigures _controller;
    private readonly HeardFigures _heard;
    private readonly SendingEnd _sender;
    private readonly IReceivingEnd _receiver;
    private readonly Sampler _frames, _samples, _listening;
    private readonly MixerProfile _profile;
    private volatile int _sentStreams, _apart;

    public MixerFlow(Place place, FlowGroup group, MixerOptions options, int member, FlowRecord record)
    {
        (_profile, _route) = (options.Profile, new OneWayRoute(place, group, member, options.Up));
        (_line, _streams, _controller) =
            (new VoiceLineFigures(place.Origin, record), new StreamFigures(record), new ControllerFigures(record));
        HeardVoices voices = new(_profile.IsRecorded);
        SeededRandom random = new(place.Seed, Stream + place.NextNumber(options));
        int senderSeed = random.Next(int.MaxValue), receiverSeed = random.Next(int.MaxValue);
        Speech[] speeches = SpeechesOf(place, member, record);
        if (_profile.Form == PacketForm.Trunk)
        {
            ReceivingMixer mixer = OnReceiver((site, tap) =>
                new ReceivingMixer(site.Scheduler, site.Network, _route.ReceiverAddress, _profile, receiverSeed, voices, tap));
            _receiver = mixer;
            UdpAddress way = _route.To(mixer.Address);
            _sender = OnSender((site, tap) =>
                new SendingEnd(site.Scheduler, site.Network, _route.SenderAddress, way, _profile, speeches, senderSeed, tap));
        }
        else
        {
            _sender = OnSender((site, tap) =>
                new SendingEnd(site.Scheduler, site.Network, _route.SenderAddress, null, _profile, speeches, senderSeed, tap));
            UdpAddress way = _route.From(_sender.Address);
            _receiver = OnReceiver((site, tap) =>
                new ReceivingClient(site.Scheduler, site.Network, _route.ReceiverAddress, way, _profile, receiverSeed, voices, tap));
        }
        _heard = new HeardFigures(_receiver, voices, record);
        _frames = new Sampler(_route.Sending.Scheduler, place.Origin, FrameBegan, _profile.Frame);
        _samples = new Sampler(_route.Sending.Scheduler, place.Origin, Sample);
        _listening = new Sampler(_route.Receiving.Scheduler, place.Origin, _heard.Sample);
        record.Mixers = () => new MixerReading(_sentStreams, _apart, _line.LatestDelay.Milliseconds, _heard.MissingMs);
        place.CloseAtEnd(Close);
    }

    public void Start()
    {
        _route.Receiving.Invoke(() =>
        {
            _receiver.Start();
            _listening.Start();
        });
        _route.Sending.Invoke(() =>
        {
            _sender.Start();
            _frames.Start();
            _samples.Start();
        });
    }

    public void Stop() => _route.Sending.Invoke(() =>
    {
        _frames.Stop();
        _samples.Stop();
        _sender.Stop();
    });

    public void Finish(FlowRecord record) => _route.Sending.Invoke(() => _route.Receiving.Invoke(() =>
    {
        _listening.Stop();
        _receiver.Stop();
        _line.Add(_profile.Frame);
        _line.AddDelayOverTime();
        _streams.Add();
        _controller.Add();
        _heard.Add();
    }));

    private SendingEnd OnSender(Func<Site, DatagramTap, SendingEnd> create) =>
        _route.Sending.Invoke(() => create(_route.Sending, datagram => _line.Sent(datagram, _route.Sending.Scheduler.Now)));

    private T OnReceiver<T>(Func<Site, DatagramTap, T> create) =>
        _route.Receiving.Invoke(() => create(_route.Receiving, datagram => _line.Received(datagram, _route.Receiving.Scheduler.Now)));

    private Speech[] SpeechesOf(Place place, int member, FlowRecord record)
    {
        (SpeechKind, int, int, Duration?, Duration?, Duration) key =
            (_profile.Audio, _profile.Sources, member, _profile.Talk, _profile.Pause, record.Length);
        long seed = new SeededRandom(place.Seed, SpeechStream + member).Next(int.MaxValue);
        return place.Shared(key, () =>
        {
            Speech[] speeches = SpeechMaker.Make(_profile.Audio, _profile.Sources, seed);
            return _profile is { Talk: { } talk, Pause: { } pause }
                ? speeches.Select((speech, i) =>
                    SpeechPauses.Cut(speech, talk, pause, record.Length, new SeededRandom(seed, SpeechStream + i))).ToArray()
                : speeches;
        });
    }

    private void FrameBegan(Duration at)
    {
        PeerState state = _sender.State;
        (_sentStreams, _apart) = (SendingEnd.StreamsOf(state), SendingEnd.ApartOf(state));
        _streams.Set(at, _sentStreams, state.Mixing.Mode);
        _heard.Set(at, _apart, state.Status == PeerStatus.Stopped);
    }

    private void Sample(Duration at)
    {
        _streams.Sample(at);
        _controller.Sample(at, _sender.State.Mixing);
    }

    private void Close()
    {
        _route.Sending.Invoke(_sender.Dispose);
        _route.Receiving.Invoke(_receiver.Dispose);
    }
}
