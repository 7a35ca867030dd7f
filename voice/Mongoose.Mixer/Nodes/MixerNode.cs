using Mongoose.Core.Units;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Mixer.Nodes;

/// <summary>A running mixer: a conference with its ports and its frame clock. Use it on its scheduler's thread.</summary>
public sealed class MixerNode : IDisposable
{
    /// <summary>After a longer delay of the process, the missed frames are left out.</summary>
    private static readonly Duration MaxLateness = Duration.FromMilliseconds(500);

    /// <summary>The delay before a late frame. The sockets are read first, so that the frame includes what waits in them.</summary>
    private static readonly Duration ReadingTime = Duration.FromMilliseconds(1);

    private static readonly Duration CheckInterval = Duration.FromSeconds(1);

    private readonly IScheduler _scheduler;
    private readonly Conference _conference;
    private readonly PeerPort[] _ports;
    private readonly Duration _frame;
    private readonly Alarm _tick;
    private Instant _planned, _checkAt;

    /// <param name="run">A number that differs from start to start: the mixer's id and its own SSRCs follow from it.</param>
    /// <exception cref="IOException">An address cannot be bound or resolved; the message names it.</exception>
    /// <exception cref="ArgumentException">A peer's options do not fit together; the message says what is allowed.</exception>
    public MixerNode(IScheduler scheduler, INetwork network, MixerSettings settings, ulong run)
    {
        (_scheduler, _frame) = (scheduler, Duration.FromMilliseconds(settings.FrameMilliseconds));
        _tick = new Alarm(scheduler, Tick);
        _ports = new PeerPort[settings.Peers.Count];
        _conference = new Conference(new ConferenceOptions(_frame, run, settings.Sources),
            settings.Peers.Select(peer => peer.Options).ToArray(), Send, scheduler.Now)
        {
            Failed = (peer, fault) =>
                PeerFailed?.Invoke(
                    Fault.Lines($"{settings.Peers[peer].Options.Name}: an error stopped this peer, other peers continue: ", fault)),
        };
        try
        {
            for (int i = 0; i < _ports.Length; i++)
                Open(i, network, settings);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>
    /// Called when an error stops a peer; other peers continue. The first line is for the user. The lines of the stack trace follow if the
    /// error is a fault of the program.
    /// </summary>
    public Action<IReadOnlyList<string>>? PeerFailed { get; set; }

    /// <summary>The state of all peers, in the order of the settings.</summary>
    public IReadOnlyList<PeerState> Peers => _ports.Select((_, i) => _conference.StateOf(i)).ToArray();

    /// <summary>
    /// The local addresses of the peers' ports, in the order of the settings: port 0 in the settings chooses a free port.
    /// </summary>
    public IReadOnlyList<UdpAddress> Addresses => _ports.Select(port => port.Address).ToArray();

    /// <summary>How late its frames begin.</summary>
    public FrameLateness Lateness { get; } = new();

    /// <summary>The state of one peer, by its place in the settings.</summary>
    public PeerState StateOf(int peer) => _conference.StateOf(peer);

    /// <summary>Begins to send and to mix.</summary>
    public void Start()
    {
        _planned = _checkAt = _scheduler.Now;
        Tick();
    }

    /// <summary>Says goodbye to all peers, and stops.</summary>
    public void Stop()
    {
        _tick.Cancel();
        _conference.Leave(_scheduler.Now);
    }

    /// <summary>Moves a person. The position of an unknown name is kept until a source or peer has this name.</summary>
    public void Move(in SpatialUpdate update) => _conference.Move(update);

    public void Dispose()
    {
        _tick.Cancel();
        foreach (PeerPort? port in _ports)
            port?.Dispose();
        _conference.Dispose();
    }

    private void Open(int peer, INetwork network, MixerSettings settings)
    {
        PeerSettings options = settings.Peers[peer];
        UdpAddress? address = options.Address is { } given ? PeerAddress.Resolve(given) : null;
        AudioFormat.TryParse(options.Options.Codec, out AudioFormat format);
        PeerPort port = new(network.Open(PeerAddress.Resolve($"{settings.Bind}:{options.Port}")), address, format.ClockRate);
        port.Received = (datagram, now) => _conference.Received(peer, datagram, now);
        port.Refused = () => _conference.Refused(peer);
        port.AddressLearned = now => _conference.StartOver(peer, now);
        port.Listen(_scheduler);
        _ports[peer] = port;
        _conference.SetReachable(peer, port.IsReachable);
    }

    private void Send(int peer, ReadOnlySpan<byte> datagram) => _ports[peer].Send(datagram);

    private void Tick()
    {
        Instant now = _scheduler.Now;
        Lateness.Add(now - _planned);
        if (now >= _checkAt)
            CheckAddresses(now);
        _conference.Tick(now);
        _planned += _frame; // Computed from the planned time, so that late wake-ups do not add up.
        if (now - _planned > MaxLateness)
            _planned = now;
        _tick.Set(Instant.Max(_planned, _scheduler.Now + ReadingTime));
    }

    private void CheckAddresses(Instant now)
    {
        _checkAt = now + CheckInterval;
        for (int i = 0; i < _ports.Length; i++)
        {
            _ports[i].ReleaseSilentAddress(now);
            _conference.SetReachable(i, _ports[i].IsReachable);
        }
    }
}
