using Mongoose.Core.Units;
using Mongoose.Voice.Conferences.Peers;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Running;

/// <summary>
/// A mixer without sockets and clock: takes datagrams from its peers, and sends each peer the voices of all others once per frame (paper,
/// section 3.3). A peer's voices are never sent back to it.
/// <para>Not thread-safe; allocates nothing per packet and frame after it has grown to its working size.</para>
/// </summary>
public sealed class Conference : IDisposable
{
    private readonly ConferenceContext _context;
    private readonly Peer[] _peers;
    private readonly MixerPeer[] _mixers;
    private Source[] _voices = [];

    /// <summary>Sources with audio in this frame, silent ones too.</summary>
    private int _sounding;

    private Instant _tidyAt;

    /// <param name="peers">The peers; a peer's index is its place here.</param>
    /// <exception cref="ArgumentException">A peer's options do not fit together; the message names it and says what is allowed.</exception>
    public Conference(ConferenceOptions options, IReadOnlyList<PeerOptions> peers, PeerSender send, Instant now)
    {
        _context = new ConferenceContext(options, peers.Select(peer => peer.Name), send);
        _peers = peers.Select<PeerOptions, Peer>((peer, i) => peer.Role == PeerRole.Mixer
            ? new MixerPeer(i, peer, _context, now)
            : new ClientPeer(i, peer, _context, now)).ToArray();
        _mixers = _peers.OfType<MixerPeer>().ToArray();
        _tidyAt = now;
    }

    /// <summary>The state of a peer.</summary>
    public PeerState StateOf(int peer)
    {
        PeerState state = _peers[peer].State;
        return _peers[peer].HasFailed ? state with { Status = PeerStatus.Failed } : state;
    }

    /// <summary>Called once when an error stops a peer. Other peers continue.</summary>
    public Action<int, Exception>? Failed { get; set; }

    /// <summary>Treats a peer as new, because another program now uses its address.</summary>
    public void StartOver(int peer, Instant now) => _peers[peer].StartOver(now);

    /// <summary>Sets whether datagrams can reach a peer: nothing is encoded for a peer without an address.</summary>
    public void SetReachable(int peer, bool isReachable) => _peers[peer].IsReachable = isReachable;

    /// <summary>Moves a person.</summary>
    public void Move(in SpatialUpdate update)
    {
        if (_context.People.Move(update, _context.Sources.All) is { } person)
            _context.Sources.Link(person);
    }

    /// <summary>Takes a datagram from a peer, of any content.</summary>
    public void Received(int peer, ReadOnlySpan<byte> datagram, Instant now)
    {
        if (_peers[peer].HasFailed)
            return;
        try
        {
            _peers[peer].Received(datagram, now);
        }
        catch (Exception exception)
        {
            Fail(peer, exception);
        }
    }

    /// <summary>Counts a datagram that came to a peer's port from an address that is not the peer's.</summary>
    public void Refused(int peer) => _peers[peer].Refuse();

    /// <summary>Makes and sends a frame; call once per <see cref="ConferenceOptions.Frame"/>.</summary>
    public void Tick(Instant now)
    {
        _context.FrameNumber++;
        StopSourcesOfFailed(now);
        Each(_peers, static (peer, _, at) => peer.BeginFrame(at), [], now);
        StopSourcesOfFailed(now);
        ReadOnlySpan<Source> voices = ActiveVoices();
        _context.NeedsLevels = false;
        Each(_peers, static (peer, active, at) => peer.SendFrame(active, at), voices, now);
        foreach (Peer peer in _peers)
            _context.NeedsLevels |= !peer.HasFailed && peer.Streams < _sounding;
        Each(_peers, static (peer, _, at) => peer.SendReports(at), [], now);
        _context.AreHellosDue |= _context.Tree.Tick(now);
        if (now >= _tidyAt)
            Tidy(now);
        if (_context.AreHellosDue)
        {
            _context.AreHellosDue = false;
            Each(_mixers, static (mixer, _, _) => mixer.SendHello(), [], now);
        }
    }

    /// <summary>Says goodbye to all peers.</summary>
    public void Leave(Instant now) => Each(_peers, static (peer, _, at) => peer.SendGoodbye(at), [], now);

    public void Dispose()
    {
        foreach (Peer peer in _peers)
            peer.Dispose();
        foreach (Source source in _context.Sources.All)
            source.Dispose();
    }

    private ReadOnlySpan<Source> ActiveVoices()
    {
        ReadOnlySpan<Source> all = _context.Sources.All;
        if (_voices.Length < all.Length)
            _voices = new Source[2 * all.Length];
        int active = 0;
        _sounding = 0;
        foreach (Source source in all)
        {
            _sounding += source.Audio.Kind != PlayoutKind.Idle ? 1 : 0;
            if (source.IsActive)
                _voices[active++] = source;
        }
        return _voices.AsSpan(0, active);
    }

    private void Tidy(Instant now)
    {
        _tidyAt = now + SpanningTree.HelloInterval;
        _context.AreHellosDue = true;
        Each(_mixers, static (mixer, _, at) => mixer.Tidy(at), [], now);
    }

    /// <summary>Runs a step for each peer. An exception stops the peer for which it is thrown.</summary>
    private void Each<T>(T[] peers, Step<T> step, ReadOnlySpan<Source> voices, Instant now) where T : Peer
    {
        foreach (T peer in peers)
        {
            if (peer.HasFailed)
                continue;
            try
            {
                step(peer, voices, now);
            }
            catch (Exception exception)
            {
                Fail(peer.Index, exception);
            }
        }
    }

    private void Fail(int peer, Exception exception)
    {
        if (_peers[peer].HasFailed)
            return;
        _peers[peer].HasFailed = true;
        Failed?.Invoke(peer, exception);
    }

    /// <summary>Stops peers whose voices could not be decoded, and silences the sources of stopped peers.</summary>
    private void StopSourcesOfFailed(Instant now)
    {
        foreach (Source source in _context.Sources.All)
        {
            if (source.Audio.Fault is { } fault)
                Fail(source.Peer, fault);
            if (_peers[source.Peer].HasFailed)
                source.Stop(now);
        }
    }

    private delegate void Step<T>(T peer, ReadOnlySpan<Source> voices, Instant now);
}
