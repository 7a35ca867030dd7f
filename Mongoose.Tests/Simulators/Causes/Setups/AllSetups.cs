using System.Runtime.Versioning;

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
        new ScriptSetup(ScriptKind.Shapes, 100),
        new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 },
        new PhysicsSetup("ubODE", 800),
        new PhysicsSetup("BulletSim", 800),
        new CollectionsSetup(),
        new FrozenSetup(),
        new LineSetup(isPoliced: false),
        new LineSetup(isPoliced: true),
        new DownloadsSetup(),
        new StrangerSetup(),
        new ViewerSetup(),
        LimitSetup.Cap,
        LimitSetup.Scene,
        LimitSetup.Uplink,
        new UplinkSetup(),
        new NeighbourSetup(),
    ];

    /// <summary>Two at once.</summary>
    public static (Setup One, Setup Other)[] Pairs() =>
    [
        (new QuotaSetup(0.12), new LineSetup(isPoliced: false)),
        (new QuotaSetup(0.12), new ViewerSetup()),
        (new QuotaSetup(0.3), LimitSetup.Scene),
        (new ScriptSetup(ScriptKind.Busy, 40) { Threads = 16 }, new LineSetup(isPoliced: false)),
        (new PhysicsSetup("ubODE", 800), new ViewerSetup()),
        (new PhysicsSetup("ubODE", 800), new NeighbourSetup()),
        (new CollectionsSetup(), new LineSetup(isPoliced: true)),
        (new FrozenSetup(), new LineSetup(isPoliced: false)),
        (new DownloadsSetup(), new ViewerSetup { Whom = [2, 3] }),
        (new StrangerSetup(), LimitSetup.Scene),
        (new UplinkSetup(), new ViewerSetup()),
        (LimitSetup.Cap, new LineSetup(isPoliced: false)),
    ];

    /// <summary>Those whose advice tells the operator, or the visitor, what to change.</summary>
    public static Setup[] Advised() =>
    [
        new QuotaSetup(0.12),
        new ScriptSetup(ScriptKind.Shapes, 100),
        new ViewerSetup(),
        LimitSetup.Cap,
        LimitSetup.Scene,
        LimitSetup.Uplink,
    ];
}
