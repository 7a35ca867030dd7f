using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Lines;
using Mongoose.Tests.Simulators.Causes.Setups;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>
/// A simulator with Mongoose on a host of its own, and its visitors behind lines, in which set-ups make their causes. An avatar walks, so
/// that visitors see how late the region tells them.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class Place : IDisposable
{
    private const string Password = "open-sesame";

    /// <summary>Textures of this size each are few enough for a new simulator to decode, and many enough for a steady load.</summary>
    private const int MinTextureBytes = 20_000, MaxTextureBytes = 60_000, Textures = 24;

    private static readonly Duration TurnInterval = Duration.FromMilliseconds(25);

    private readonly RealTimeLoop _viewers = null!;
    private readonly List<Visitor> _visitors = [];
    private readonly List<Setup> _begun = [];

    /// <summary>Starts the simulator and brings the visitors in. No cause has begun.</summary>
    /// <param name="bin">The installation.</param>
    /// <param name="module">The module.</param>
    /// <param name="setups">Their settings and plans apply.</param>
    public Place(OpenSimBin bin, IReadOnlyList<ModuleFile> module, IReadOnlyList<Setup> setups)
    {
        Quota = ProcessorQuota.CreateOrSkip();
        try
        {
            Network = VisitorNetwork.CreateOrSkip();
            _viewers = Network.Visitors.NewLoop("viewers");
            FirstToRun.Raise();
            int statusPort = Network.Simulator.Namespace.Run(() => FreePort.OfTcpAndUdp());
            Grid = OpenSimInstance.Start(setups.Aggregate(Options(bin, module, statusPort), (options, setup) => setup.Configure(options)));
            Status = new StatusHttp(statusPort, Password, Network.Simulator.Namespace);
            Admit(bin, setups);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public ProcessorQuota Quota { get; }

    public VisitorNetwork Network { get; } = null!;

    public OpenSimInstance Grid { get; } = null!;

    /// <summary>The simulator's status port.</summary>
    public StatusHttp Status { get; } = null!;

    /// <summary>The visitors, without the one that walks.</summary>
    public IReadOnlyList<Visitor> Visitors => _visitors[..Crowd.Count];

    /// <summary>A cause begins. It ends with the place at the latest, also after a failure.</summary>
    public void Begin(Setup setup)
    {
        _begun.Add(setup);
        setup.Begin(this);
    }

    /// <summary>A cause ends.</summary>
    public void End(Setup setup)
    {
        _begun.Remove(setup);
        setup.End(this);
    }

    public void Dispose()
    {
        try
        {
            while (_begun.Count > 0)
                End(_begun[^1]);
        }
        finally
        {
            _visitors.ForEach(visitor => visitor.Dispose());
            Status?.Dispose();
            Grid?.Dispose();
            Network?.Dispose();
            Quota.Dispose();
        }
    }

    /// <summary>Brings in the visitors, and the one that walks.</summary>
    private void Admit(OpenSimBin bin, IReadOnlyList<Setup> setups)
    {
        LibraryTexture[] textures = [.. LibraryTextures.Read(bin)
            .Where(texture => texture.Bytes is >= MinTextureBytes and <= MaxTextureBytes).Take(Textures)];
        for (int i = 0; i < Crowd.Count; i++)
            _visitors.Add(Arrive(i, textures, setups.Aggregate(Crowd.Plan(i), (plan, setup) => setup.Plan(i, plan))));
        Visitor guide = Arrive(Crowd.Count, textures, new VisitorPlan { LineNumber = Crowd.Count, Loads = 0 });
        _visitors.Add(guide);
        TurningWalker walker = new(_viewers, guide.Viewer, guide.Login.AgentId, TurnInterval);
        foreach (Visitor visitor in Visitors)
            visitor.Observe(walker);
        _viewers.Invoke(walker.Start);
    }

    private Visitor Arrive(int index, IReadOnlyList<LibraryTexture> textures, VisitorPlan plan) =>
        new(_viewers, Network, Grid, index + 1, textures, plan);

    private OpenSimOptions Options(OpenSimBin bin, IReadOnlyList<ModuleFile> module, int statusPort) => new()
    {
        Bin = bin,
        Module = module,
        Users = Crowd.Count + 1,
        Address = Network.Simulator.Address.ToEndPoint().Address,
        Namespace = Network.Simulator.Namespace,
        Starter = Quota.Starter,
        Assets = StoredDownloads.All,
        ExtraIni = $"""
            [Mongoose]
            Enabled = true
            StatusPort = {statusPort}
            StatusPassword = {Password}
            [Startup]
            physics = ubODE
            meshing = ubODEMeshmerizer
            [YEngine]
            Enabled = true

            """,
    };
}
