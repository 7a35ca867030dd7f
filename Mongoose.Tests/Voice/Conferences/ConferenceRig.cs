using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Conferences and clients in simulated time, connected by lines with a delay each.</summary>
internal sealed class ConferenceRig : IDisposable
{
    private readonly PriorityQueue<Action, (Instant, long)> _events = new();
    private readonly List<Conference> _conferences = [];
    private readonly Dictionary<(Conference, int), RigLine> _lines = [];
    private readonly HashSet<Conference> _stopped = [];
    private long _order;

    public static readonly AudioFormat L16 = new(AudioCodec.L16, 8000, 1);

    public Instant Now { get; private set; } = Instant.FromSeconds(1);

    public Duration Frame { get; init; } = Duration.FromMilliseconds(20);

    /// <summary>Adds a mixer whose frames begin at a phase of their own.</summary>
    public Conference Add(ulong seed, IReadOnlyList<SourceOptions> sources, params PeerOptions[] peers) => Add(seed, Frame, sources, peers);

    public Conference Add(ulong seed, params PeerOptions[] peers) => Add(seed, [], peers);

    public Conference Add(ulong seed, Duration frame, IReadOnlyList<SourceOptions> sources, params PeerOptions[] peers)
    {
        Conference? made = null;
        Conference conference = made =
            new Conference(new ConferenceOptions(frame, seed, sources), peers, (peer, datagram) => Carry(made!, peer, datagram), Now);
        conference.Failed = (peer, fault) => throw new InvalidOperationException($"peer {peer}", fault);
        _conferences.Add(conference);
        TickAt(conference, Now + frame * (seed * 0.137 % 1), frame);
        return conference;
    }

    public static PeerOptions Mixer(string name) => new() { Name = name, Role = PeerRole.Mixer, Codec = "L16/8000" };

    public static PeerOptions Client(string name, PeerForm form = PeerForm.Mono, string? codec = null) =>
        new() { Name = name, Codec = codec ?? (form == PeerForm.Stereo ? "L16/8000/2" : "L16/8000"), Form = form };

    /// <summary>Connects two mixers.</summary>
    public RigLine Connect(Conference a, int peerOfA, Conference b, int peerOfB, Duration delay)
    {
        RigLine line = new() { Delay = delay, A = a, PeerOfA = peerOfA };
        line.ToB = (datagram, now) => b.Received(peerOfB, datagram, now);
        line.ToA = (datagram, now) => a.Received(peerOfA, datagram, now);
        _lines[(a, peerOfA)] = line;
        _lines[(b, peerOfB)] = line;
        return line;
    }

    /// <summary>Connects a client without delay.</summary>
    /// <param name="conference">The mixer.</param>
    /// <param name="peer">The client's place among the mixer's peers.</param>
    /// <param name="ssrc">Its SSRC, from which its phase follows too.</param>
    /// <param name="speaks">What it speaks, L16/8000 if not given.</param>
    /// <param name="hears">What it hears, the same if not given.</param>
    public RigClient Attach(Conference conference, int peer, uint ssrc, AudioFormat? speaks = null, AudioFormat? hears = null)
    {
        RigClient client = new(ssrc, Frame, speaks ?? L16, hears ?? speaks ?? L16);
        Listen(conference, peer, client.Received);
        Speak(client, conference, peer, Frame * (ssrc * 0.217 % 1));
        return client;
    }

    /// <summary>Takes what a mixer sends to a peer, without delay.</summary>
    public void Listen(Conference conference, int peer, RigLine.Handler handler) =>
        _lines[(conference, peer)] = new RigLine { A = conference, PeerOfA = peer, ToB = handler };

    /// <summary>Lets a client speak to a mixer, from a phase of the frame on.</summary>
    public void Speak(RigClient client, Conference conference, int peer, Duration phase) => SpeakAt(client, conference, peer, Now + phase);

    /// <summary>Kills a mixer: it neither sends nor receives any more.</summary>
    public void Kill(Conference conference) => _stopped.Add(conference);

    public void Run(double seconds)
    {
        Instant end = Now + Duration.FromSeconds(seconds);
        while (_events.TryPeek(out Action? action, out (Instant At, long) key) && key.At <= end)
        {
            _events.Dequeue();
            Now = key.At;
            action();
        }
        Now = end;
    }

    public void Dispose()
    {
        foreach (Conference conference in _conferences)
            conference.Dispose();
    }

    public void At(Instant time, Action action) => _events.Enqueue(action, (time, _order++));

    private void TickAt(Conference conference, Instant time, Duration frame) => At(time, () =>
    {
        if (_stopped.Contains(conference))
            return;
        conference.Tick(Now);
        TickAt(conference, time + frame, frame);
    });

    private void SpeakAt(RigClient client, Conference conference, int peer, Instant time) => At(time, () =>
    {
        if (client.NextPacket() is { } packet)
        {
            At(time + client.Jitter(), () =>
            {
                client.SentAt = Now;
                if (!_stopped.Contains(conference))
                    conference.Received(peer, packet, Now);
            });
        }
        SpeakAt(client, conference, peer, time + Frame);
    });

    private void Carry(Conference from, int peer, ReadOnlySpan<byte> datagram)
    {
        if (_stopped.Contains(from) || !_lines.TryGetValue((from, peer), out RigLine? line))
            return;
        bool toB = line.A == from && line.PeerOfA == peer;
        if (line.Pass(datagram, toB, Now) is not { } arrival)
            return;
        byte[] copy = datagram.ToArray();
        RigLine.Handler? handler = toB ? line.ToB : line.ToA;
        At(arrival, () => handler?.Invoke(copy, Now));
    }
}
