using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// A conference in simulated time, with the processor time that it takes. A packet that is sent in one frame arrives at the beginning of
/// the next, and waits half a frame for the tick.
/// </summary>
internal sealed class SimulatedMixer : IDisposable
{
    public static readonly Duration Frame = Duration.FromMilliseconds(20);

    private readonly (SimulatedMixer Mixer, int Peer)?[] _lines;
    private DatagramQueue _arriving = new(), _sent = new();

    /// <param name="seed">The seed of the conference's ids.</param>
    /// <param name="now">The time.</param>
    public SimulatedMixer(ulong seed, PeerOptions[] peers, Instant now)
    {
        _lines = new (SimulatedMixer, int)?[peers.Length];
        Conference = new Conference(new ConferenceOptions(Frame, seed, []), peers, Send, now);
    }

    public Conference Conference { get; }

    /// <summary>Processor time so far.</summary>
    public Duration Used { get; private set; }

    public static void Connect(SimulatedMixer a, int peerOfA, SimulatedMixer b, int peerOfB)
    {
        a._lines[peerOfA] = (b, peerOfB);
        b._lines[peerOfB] = (a, peerOfA);
    }

    /// <summary>Puts a datagram on its way to this mixer.</summary>
    public void Put(int peer, ReadOnlySpan<byte> datagram) => _sent.Put(peer, datagram);

    /// <summary>Simulates a frame of mixers that are connected.</summary>
    public static void Step(ReadOnlySpan<SimulatedMixer> mixers, Instant now)
    {
        foreach (SimulatedMixer mixer in mixers)
            (mixer._arriving, mixer._sent) = (mixer._sent, mixer._arriving);
        foreach (SimulatedMixer mixer in mixers)
            mixer.Step(now);
    }

    public void Dispose() => Conference.Dispose();

    private void Step(Instant now)
    {
        Duration before = ThreadCpuTime.Current()!.Value;
        for (int i = 0; i < _arriving.Count; i++)
        {
            ReadOnlySpan<byte> datagram = _arriving.Get(i, out int peer);
            Conference.Received(peer, datagram, now);
        }
        _arriving.Clear();
        Conference.Tick(now + Frame / 2);
        Used += ThreadCpuTime.Current()!.Value - before;
    }

    private void Send(int peer, ReadOnlySpan<byte> datagram)
    {
        if (_lines[peer] is { } line)
            line.Mixer.Put(line.Peer, datagram);
    }
}
