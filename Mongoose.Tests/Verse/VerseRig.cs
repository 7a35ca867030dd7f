using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Verse;

/// <summary>A client and a server with a link in each direction, in simulated time.</summary>
internal sealed class VerseRig
{
    private readonly VerseOptions _options;

    /// <param name="there">The link from the client to the server.</param>
    /// <param name="options">The options of both ends.</param>
    /// <param name="back">The link from the server to the client; the delay of the other one if null.</param>
    /// <param name="seed">Chooses the client's first ids.</param>
    public VerseRig(LinkOptions there, VerseOptions? options = null, LinkOptions? back = null, ulong seed = 1)
    {
        _options = options ?? VerseOptions.Default;
        There = new Link(Clock, there);
        Back = new Link(Clock, back ?? new LinkOptions { Delay = there.Delay });
        Client = new VerseEnd(Clock, There);
        Server = new VerseEnd(Clock, Back) { Listener = new VerseListener(_options, seed: 99) };
        (Client.Peer, Server.Peer) = (Server, Client);
        Client.Begin(VerseConnection.Connect(_options, seed, Clock.Now));
    }

    public SimulatedScheduler Clock { get; } = new();
    public Link There { get; }
    public Link Back { get; }
    public VerseEnd Client { get; private set; }
    public VerseEnd Server { get; private set; }
    public VerseConnection Sender => Client.Connection!;
    public VerseConnection Receiver => Server.Connection!;

    public static VerseRig Opened(LinkOptions there, VerseOptions? options = null, LinkOptions? back = null, ulong seed = 1)
    {
        VerseRig rig = new(there, options, back, seed);
        for (int i = 0; i < 29 && rig.Sender.State == ConnectionPhase.Connecting; i++)
            rig.Run(1);
        rig.Run(1);
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionPhase.Open));
        return rig;
    }

    /// <summary>A new process at the client's address; the one before must have been killed.</summary>
    public void StartClient(ulong seed)
    {
        Client = new VerseEnd(Clock, There) { Peer = Server };
        Server.Peer = Client;
        Client.Begin(VerseConnection.Connect(_options, seed, Clock.Now));
    }

    /// <summary>A new process at the server's address, which knows nothing of the one before. That one is killed.</summary>
    public void StartServer()
    {
        Server.Kill();
        Server = new VerseEnd(Clock, Back) { Listener = new VerseListener(_options, seed: 100), Peer = Client };
        Client.Peer = Server;
    }

    public static LinkOptions Delay(double milliseconds) => new() { Delay = Duration.FromMilliseconds(milliseconds) };

    public void Run(double seconds) => Clock.RunFor(Duration.FromSeconds(seconds));

    public void Set(ulong key, params byte[] value)
    {
        Sender.Set(key, value);
        Client.Pump();
    }

    public void Remove(ulong key)
    {
        Sender.Remove(key);
        Client.Pump();
    }
}
