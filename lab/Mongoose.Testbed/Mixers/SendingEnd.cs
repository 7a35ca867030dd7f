using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Testbed.Mixers;

/// <summary>The sending end of a flow: a mixer and its talkers, which send it RTP. Use it on its scheduler's thread.</summary>
internal sealed class SendingEnd : IDisposable
{
    private const int Line = 0, Clients = 1;

    private readonly MixerNode _mixer;
    private readonly TalkerPort _talkers;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network of all its ports.</param>
    /// <param name="local">The address of its port towards the line; port 0 chooses a free port.</param>
    /// <param name="way">The address to which the end sends; null: the address that sends to this end first, as a client does.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <param name="speeches">The speech of each talker.</param>
    /// <param name="seed">The seed of the mixer's and the talkers' random numbers.</param>
    /// <param name="sent">Called for each datagram that is sent over the line.</param>
    /// <exception cref="IOException">An address cannot be bound.</exception>
    public SendingEnd(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress? way, MixerProfile profile, Speech[] speeches,
        int seed, DatagramTap sent)
    {
        _mixer = new MixerNode(scheduler, new TappedNetwork(network, sent, received: null), SettingsOf(local, way, profile), (ulong)seed);
        _talkers = new TalkerPort(scheduler, network, local with { Port = 0 }, _mixer.Addresses[Clients]);
        for (int i = 0; i < speeches.Length; i++)
            _talkers.Add(speeches[i], TalkerOf(i, profile, seed));
    }

    /// <summary>The address of its port towards the line.</summary>
    public UdpAddress Address => _mixer.Addresses[Line];

    /// <summary>The mixer's state towards the line.</summary>
    public PeerState State => _mixer.StateOf(Line);

    /// <summary>Streams sent with one voice in the last frame; 0 if nothing is sent.</summary>
    public static int ApartOf(in PeerState state) => state.Status == PeerStatus.Open ? state.Alone : 0;

    /// <summary>Streams sent in the last frame: those with one voice, and a mix if there is one.</summary>
    public static int StreamsOf(in PeerState state) => ApartOf(state) + (state is { Status: PeerStatus.Open, Mixed: > 0 } ? 1 : 0);

    public void Start()
    {
        _mixer.Start();
        foreach (Talker talker in _talkers.Talkers)
            talker.Start();
    }

    public void Stop()
    {
        foreach (Talker talker in _talkers.Talkers)
            talker.Stop();
        _mixer.Stop();
    }

    public void Dispose()
    {
        _talkers.Dispose();
        _mixer.Dispose();
    }

    private static MixerSettings SettingsOf(UdpAddress local, UdpAddress? way, MixerProfile profile)
    {
        PeerOptions line = new()
        {
            Name = "line",
            Role = profile.Form == PacketForm.Trunk ? PeerRole.Mixer : PeerRole.Client,
            Form = PeerForm.Separate,
            Codec = profile.Codec,
            Rule = profile.Rule,
            MaxStreams = profile.MaxStreams,
            MaxRate = profile.MaxRate,
        };
        // Separate streams: these clients get no voices, so nothing is sent to them. A stream rendered for them would never pause.
        PeerOptions clients = new() { Name = "talkers", Form = PeerForm.Separate, Codec = profile.Codec, MaxSources = profile.Sources };
        return new MixerSettings
        {
            Bind = local.ToEndPoint().Address.ToString(),
            FrameMilliseconds = profile.FrameMilliseconds,
            Peers = [new PeerSettings { Port = local.Port, Address = way?.ToString(), Options = line },
                new PeerSettings { Options = clients }],
            Sources = PersonNames.LeftToRight(profile.Sources),
        };
    }

    private static TalkerOptions TalkerOf(int source, MixerProfile profile, int seed) => new()
    {
        Name = PersonNames.Talker(source),
        Format = profile.Format,
        Frame = profile.Frame,
        // Clients of a network are not synchronous.
        StartsAfter = profile.Frame * ((double)source / profile.Sources),
        IsLooping = true,
        Pause = profile.Audio == Speeches.SpeechKind.Spoken ? Duration.FromSeconds(0.4) : Duration.Zero,
        SkipsSilence = true,
        Seed = unchecked(seed * 1009 + source),
    };
}
