using Mongoose.Core.Units;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Time;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Mixing;

namespace Mongoose.Tests.Mixer.Runs;

/// <summary>A run in simulated time whose peers do what a test says.</summary>
internal sealed class ScriptedPeers
{
    private readonly Func<double, PeerState>[] _scripts;

    /// <param name="scripts">The state of each peer at a time in seconds.</param>
    public ScriptedPeers(params Func<double, PeerState>[] scripts)
        : this((0, 0), scripts)
    {
    }

    /// <param name="standstill">When the host runs nothing, in seconds.</param>
    public ScriptedPeers((double From, double Until) standstill, params Func<double, PeerState>[] scripts)
    {
        _scripts = scripts;
        StallingHost host = new(Clock, Instant.FromSeconds(standstill.From), Instant.FromSeconds(standstill.Until));
        Run = new MixerRun(host, () => _scripts.Select(script => script(Clock.Now.Seconds)).ToArray(), Duration.FromMilliseconds(20),
            keepsSeconds: true);
    }

    public SimulatedScheduler Clock { get; } = new();

    public MixerRun Run { get; }

    public MixerSettings Settings => new()
    {
        Name = "north",
        Peers = _scripts.Select((script, i) =>
            new PeerSettings { Port = 5000 + 2 * i, Options = new PeerOptions { Name = script(0).Name, Role = script(0).Role } }).ToArray(),
    };

    /// <summary>A mixer that is heard all the time, with a path that carries 4 streams, 100 kbit/s each way.</summary>
    public static PeerState South(double seconds) => new()
    {
        Name = "south",
        Role = PeerRole.Mixer,
        Status = PeerStatus.Open,
        Heard = 2,
        Alone = 3,
        Mixed = 5,
        Mixing = new MixingState(seconds < 5 ? 1 : 4, default, Duration.FromMilliseconds(70),
            Duration.FromMilliseconds(Math.Min(200, 2 * seconds)), 0.01, 3,
            DataRate.FromKilobitsPerSecond(400), DataRate.FromKilobitsPerSecond(100), 2, Duration.Zero),
        SentPackets = (long)(50 * seconds),
        SentBytes = (long)(12_500 * seconds),
        ReceivedPackets = (long)(50 * seconds),
        ReceivedBytes = (long)(12_500 * seconds),
        Refused = 1,
        Missing = (long)seconds,
        Delay = Duration.FromMilliseconds(25),
        MaxDelay = Duration.FromMilliseconds(45),
        Trips = 2,
        LeftOut = 7,
    };

    /// <summary>A client that speaks, and is sent one stream with three voices.</summary>
    public static PeerState Alice(double seconds) => South(seconds) with
    {
        Name = "alice",
        Role = PeerRole.Client,
        Alone = 0,
        Mixed = 3,
        Mixing = new MixingState { Streams = 1, FairRate = DataRate.MaxValue },
        IsRendered = true,
    };

    /// <summary>A client that never sends anything.</summary>
    public static PeerState Absent(double seconds) => new() { Name = "absent", Mixing = new MixingState { FairRate = DataRate.MaxValue } };

    /// <summary>Lets time pass, and ends the run.</summary>
    public ScriptedPeers Finish(double seconds)
    {
        Clock.RunUntil(Instant.FromSeconds(seconds));
        Run.End();
        return this;
    }

    private sealed class StallingHost(SimulatedScheduler clock, Instant from, Instant until) : IScheduler
    {
        public Instant Now => clock.Now;

        public void At(Instant time, Action action) => clock.At(from <= time && time < until ? until : time, action);

        public void AfterWork(Duration work, Action then) => At(Now + work, then);
    }
}
