using System.Runtime.Versioning;
using Mongoose.Network.Numerics;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The set-ups that are measured. Each call makes them anew: a set-up has a state while its cause lasts.</summary>
[SupportedOSPlatform("linux")]
internal static class AllSetups
{
    /// <summary>A few that take little time.</summary>
    public static Setup[] Few() => [new QuotaSetup(0.12), new FrozenSetup(), new LineSetup(isPoliced: false), new ViewerSetup()];

    /// <summary>Each alone.</summary>
    public static Setup[] Alone() =>
    [
        new QuotaSetup(0.12),
        new QuotaSetup(0.3),
        new BusyHostSetup(),
        new StoppedSetup(),
        new ScriptSetup(ScriptKind.Shapes, 100),
        new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 },
        new PhysicsSetup("ubODE", 1200),
        new PhysicsSetup("BulletSim", 800),
        new CollectionsSetup(),
        new FrozenSetup(),
        new PoolSetup(),
        new AssetsSetup(),
        new LineSetup(isPoliced: false),
        new LineSetup(isPoliced: true),
        new LineSetup(isPoliced: false) { Whom = [.. Enumerable.Range(0, Crowd.Count)] },
        new DownloadsSetup(),
        new StrangerSetup(),
        new ViewerSetup(),
        LimitSetup.Cap(),
        LimitSetup.Scene(),
        LimitSetup.Uplink(),
        new UplinkSetup(),
        new UplinkSetup { Whom = [0, 1, 2, 3] },
        new NeighbourSetup(),
    ];

    /// <summary>Some that the seed draws, of all kinds, with figures and visitors that no rule was made for.</summary>
    public static Setup[] Drawn(long seed, int count)
    {
        SeededRandom random = new(seed);
        return [.. Enumerable.Range(0, count).Select(_ => Draw(random))];
    }

    private static Setup Draw(SeededRandom random)
    {
        int[] whom = [random.Next(2), 2 + random.Next(2)];
        return random.Next(16) switch
        {
            0 => new QuotaSetup(Between(0.05, 0.35)),
            1 => new BusyHostSetup { PerCore = 10 + random.Next(10) },
            2 => new ScriptSetup(ScriptKind.Shapes, 70 + random.Next(80)),
            3 => new ScriptSetup(ScriptKind.Busy, 30 + random.Next(40)) { Threads = 12 + random.Next(12) },
            4 => new PhysicsSetup(random.Next(2) == 0 ? "ubODE" : "BulletSim", 700 + random.Next(400)),
            5 => new FrozenSetup(),
            6 => new LineSetup(isPoliced: random.Next(2) == 0) { Megabits = Between(0.3, 0.7), Whom = whom },
            7 => new DownloadsSetup { Megabits = Between(1.2, 3), Whom = whom },
            8 => new StrangerSetup { Megabits = Between(1.2, 2.5), Whom = whom },
            9 => new ViewerSetup { Megabits = Between(0.2, 0.7), Whom = whom },
            10 => random.Next(2) == 0 ? LimitSetup.Cap(300 + random.Next(400)) : LimitSetup.Scene(1000 + random.Next(1500)),
            11 => LimitSetup.Uplink(1000 + random.Next(1500)),
            12 => random.Next(2) == 0 ? new UplinkSetup { Megabits = Between(1, 3) }
                : new UplinkSetup { Megabits = Between(1, 3), Whom = [0, 1, 2, 3] },
            13 => new PoolSetup(),
            14 => new StoppedSetup { Stopped = Between(0.4, 1.2), Running = Between(0.3, 0.8) },
            _ => new NeighbourSetup { Megabits = Between(0.8, 1.6), Whom = whom },
        };

        double Between(double min, double max) => Math.Round(min + (max - min) * random.NextDouble(), 2);
    }

    /// <summary>Two at once.</summary>
    public static (Setup One, Setup Other)[] Pairs() =>
    [
        (new QuotaSetup(0.12), new LineSetup(isPoliced: false)),
        (new QuotaSetup(0.12), new ViewerSetup()),
        (new QuotaSetup(0.3), LimitSetup.Scene()),
        (new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 }, new LineSetup(isPoliced: false)),
        (new PhysicsSetup("ubODE", 1200), new ViewerSetup()),
        (new PhysicsSetup("ubODE", 1200), new NeighbourSetup()),
        (new CollectionsSetup(), new LineSetup(isPoliced: true)),
        (new FrozenSetup(), new LineSetup(isPoliced: false)),
        (new DownloadsSetup(), new ViewerSetup { Whom = [2, 3] }),
        (new StrangerSetup(), LimitSetup.Scene()),
        (new UplinkSetup(), new ViewerSetup()),
        (LimitSetup.Cap(), new LineSetup(isPoliced: false)),
    ];

    /// <summary>Those whose advice tells the operator, or the visitor, what to change.</summary>
    public static Setup[] Advised() =>
    [
        new QuotaSetup(0.12),
        new BusyHostSetup(),
        new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 },
        new PhysicsSetup("ubODE", 1200),
        new CollectionsSetup(),
        new AssetsSetup(),
        new DownloadsSetup(),
        new ViewerSetup(),
        LimitSetup.Cap(),
        LimitSetup.Scene(),
        LimitSetup.Uplink(),
    ];
}
