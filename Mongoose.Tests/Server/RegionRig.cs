using System.Net;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Downloads;
using Mongoose.Server.OpenSimReflection;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Nini.Config;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests;

/// <summary>
/// A region of stand-ins with Mongoose's sender. It has no threads: time passes in <see cref="Run"/>, which does the refill thread's work
/// too.
/// </summary>
internal sealed class RegionRig
{
    public static readonly OpenSimInternals Internals = OpenSimInternals.Probe();

    private readonly PriorityQueue<Action, (Instant At, int Order)> _later = new();
    private int _order;
    private readonly Dictionary<LLUDPClient, Visitor> _visitors = [];
    private Duration _clockError = Duration.Zero;

    public RegionRig(params (string Key, string Value)[] settings) : this(DataRate.Zero, settings)
    {
    }

    public RegionRig(string name) : this(Internals, new ConfigSourceInMemory(), [], name: name)
    {
    }

    public RegionRig(DataRate limit, params (string Key, string Value)[] settings)
        : this(Internals, new ConfigSourceInMemory(), settings, limit)
    {
    }

    public RegionRig(IConfigSource source, params (string Key, string Value)[] settings) : this(Internals, source, settings)
    {
    }

    /// <summary>A region with path control and fast resend.</summary>
    public static RegionRig WithPathControl(params (string Key, string Value)[] settings) => WithPathControl(DataRate.Zero, settings);

    public static RegionRig WithPathControl(DataRate limit, params (string Key, string Value)[] settings) =>
        new(limit, [("PathControl", "true"), ("FastResend", "true"), .. settings]);

    public RegionRig(OpenSimInternals internals) : this(internals, new ConfigSourceInMemory(), [])
    {
    }

    private RegionRig(OpenSimInternals internals, IConfigSource source, (string Key, string Value)[] settings, DataRate limit = default,
        string name = "Region")
    {
        State = new ModuleState(Settings(settings), internals);
        Scene = NewScene(name);
        Server = new MongooseUdpServer(State, IPAddress.Loopback, 9000, 0, source, Scene.AuthenticateHandler)
        {
            Clock = () => Now.Seconds,
            OnSent = packet => _visitors[packet.Client].Record(packet),
        };
        Server.AddScene(Scene);
        Server.OqrEngine.Start();
        Context = new RegionContext(Server, State.Settings, internals, Server.Failures, () => SendersNow, () => Server.TickCount);
        Outbound = Server.Outbound = new RegionOutbound(Context, () => State.IsShaping, limit, Server.Counters, () => Wakes++);
    }

    /// <summary>The time; it does not start at 0, because a time of 0 milliseconds has a special meaning in OpenSim.</summary>
    public Instant Now { get; private set; } = Instant.FromSeconds(1000);

    public ModuleState State { get; }

    public Scene Scene { get; }

    public MongooseUdpServer Server { get; }

    public RegionContext Context { get; }

    public RegionOutbound Outbound { get; }

    /// <summary>The time between two passes.</summary>
    public Duration Step { get; set; } = Duration.FromMilliseconds(2);

    /// <summary>How often the sender's thread was woken.</summary>
    public int Wakes { get; private set; }

    /// <summary>Whether the refill thread runs its jobs.</summary>
    public bool Refills { get; set; } = true;

    public IReadOnlyList<CircuitSender<ClientCircuit>> Circuits => Outbound.Sender.Circuits;

    /// <summary>Settings without path control and fast resend unless a test sets them: acks would change rates and resends.</summary>
    public static MongooseSettings Settings(params (string Key, string Value)[] settings)
    {
        Dictionary<string, string> values = new() { ["PathControl"] = "false", ["FastResend"] = "false" };
        foreach ((string key, string value) in settings)
            values[key] = value;
        return MongooseSettings.Read(values.Keys, key => values.GetValueOrDefault(key), message => Assert.Fail(message));
    }

    public static Scene NewScene(string name = "Region") => new(name, new RegionInfo(new IPEndPoint(IPAddress.Loopback, 9000)));

    /// <summary>Adds a viewer that requests a circuit rate.</summary>
    public Visitor Enter(double kilobitsPerSecond = 1000, string name = "Ada Lovelace", Guid agent = default)
    {
        Visitor visitor = new(this, _visitors.Count + 1, name, agent);
        Scene.Add(visitor.Address, visitor.View);
        visitor.Ask(DataRate.FromKilobitsPerSecond(kilobitsPerSecond));
        Run(0.03);
        return visitor;
    }

    public void Add(Visitor visitor) => _visitors.Add(visitor.Client, visitor);

    public void Run(double seconds)
    {
        Instant end = Now + Duration.FromSeconds(seconds);
        while (Now < end)
            Pass();
    }

    /// <summary>Runs passes until a condition holds that depends on another thread as well; fails after a minute.</summary>
    public void RunUntil(Func<bool> holds)
    {
        Assert.That(() =>
        {
            Pass();
            return holds();
        }, Is.True.After(60_000, 1));
    }

    public void Pass()
    {
        PassTime();
        Outbound.Pass(SendersNow);
        if (Refills)
            Server.OqrEngine.RunJobs();
    }

    /// <summary>Lets time pass without a pass of the sender, as if its thread overslept; datagrams still arrive.</summary>
    public void Oversleep(double seconds)
    {
        Instant end = Now + Duration.FromSeconds(seconds);
        while (Now < end)
            PassTime();
    }

    /// <summary>Steps the sender's clock.</summary>
    public void StepClock(double seconds) => _clockError += Duration.FromSeconds(seconds);

    /// <summary>"mongoose enable" or "mongoose disable".</summary>
    public void Switch(bool on)
    {
        State.IsShaping = on;
        Server.OnSwitched();
    }

    public void Heartbeat() => Outbound.Sender.NotifyAll(CircuitEvents.TaskContent);

    public void In(Duration time, Action action) => _later.Enqueue(action, (Now + time, _order++));

    /// <summary>Paces downloads by HTTP. They take real time.</summary>
    public void PaceDownloads()
    {
        State.Downloads = new DownloadCaps(DownloadInternals.Probe(), State.Settings.Downloads, State.Lines, null, () => State.IsShaping)
        {
            IsPacing = true,
        };
        State.Downloads.Watch(Scene, Server.Downloads);
    }

    public SendFailure Fail(Func<OutgoingPacket, bool> which) => new(Server, which);

    private Instant SendersNow => Now + _clockError;

    private void PassTime()
    {
        Now += Step;
        while (_later.TryPeek(out Action? action, out (Instant At, int Order) due) && due.At <= Now)
        {
            _later.Dequeue();
            action();
        }
    }
}

/// <summary>Makes the sending of some packets fail.</summary>
internal sealed class SendFailure
{
    public SendFailure(LLUDPServer server, Func<OutgoingPacket, bool> which) => server.OnSending = packet =>
    {
        if (!IsOver && which(packet))
        {
            Attempts++;
            throw new IOException("no way to send it");
        }
    };

    public int Attempts { get; private set; }

    public bool IsOver { get; set; }
}
