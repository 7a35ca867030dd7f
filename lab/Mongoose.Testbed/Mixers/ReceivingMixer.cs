using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Testbed.Mixers;

/// <summary>The receiving end of a trunk: a mixer and its client, which records. Use it on its scheduler's thread.</summary>
internal sealed class ReceivingMixer : IReceivingEnd
{
    private const int Line = 0, Client = 1;

    private readonly MixerNode _mixer;
    private readonly Recorder _recorder;
    private readonly Duration _frame;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network of all its ports.</param>
    /// <param name="local">The address of its port towards the line; port 0 chooses a free port.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <param name="seed">The seed of the mixer's and the client's random numbers.</param>
    /// <param name="store">Keeps what the client hears.</param>
    /// <param name="received">Called for each datagram that comes over the line.</param>
    /// <exception cref="IOException">An address cannot be bound.</exception>
    public ReceivingMixer(IScheduler scheduler, INetwork network, UdpAddress local, MixerProfile profile, int seed, IVoiceStore store,
        DatagramTap received)
    {
        _frame = profile.Frame;
        PeerOptions line = new() { Name = "line", Role = PeerRole.Mixer, Codec = profile.Codec };
        string codec = profile.Listener == PeerForm.Stereo ? $"L16/{profile.Format.SampleRate}/2" : profile.Codec;
        PeerOptions client = new() { Name = PersonNames.Listener, Form = profile.Listener, Codec = codec };
        MixerSettings settings = new()
        {
            Bind = local.ToEndPoint().Address.ToString(),
            FrameMilliseconds = profile.FrameMilliseconds,
            Peers = [new PeerSettings { Port = local.Port, Options = line }, new PeerSettings { Options = client }],
            Sources = PersonNames.LeftToRight(profile.Sources),
        };
        _mixer = new MixerNode(scheduler, new TappedNetwork(network, sent: null, received), settings, (ulong)seed);
        _mixer.Move(new SpatialUpdate(PersonNames.Listener, null, null, Vector3.Zero, Quaternion.Identity));
        AudioFormat.TryParse(codec, out AudioFormat format);
        _recorder = new Recorder(scheduler, network, new RecorderOptions
        {
            Name = PersonNames.Listener,
            Local = local with { Port = 0 },
            To = _mixer.Addresses[Client],
            Format = format,
            Seed = seed,
        }, store);
    }

    public UdpAddress Address => _mixer.Addresses[Line];

    public Duration Missing => _frame * _mixer.StateOf(Line).Missing;

    public Duration? PlayoutDelay => _mixer.StateOf(Line).Delay;

    public string? Failure => _recorder.Failure;

    public void Start()
    {
        _mixer.Start();
        _recorder.Start();
    }

    public void Stop()
    {
        _recorder.Stop();
        _mixer.Stop();
    }

    public void Dispose()
    {
        _recorder.Dispose();
        _mixer.Dispose();
    }
}
