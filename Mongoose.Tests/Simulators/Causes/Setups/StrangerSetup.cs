using System.Runtime.Versioning;
using Mongoose.Network.Kernel;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Somebody else's transfer, the kernel's TCP with CUBIC, fills the lines of two visitors.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StrangerSetup : Setup
{
    private readonly List<KernelTcpFlow> _flows = [];
    private RealTimeLoop? _loop;

    public StrangerSetup() => Whom = [0, 1];

    /// <summary>The rate of the visitors' lines, in Mbit/s.</summary>
    public double Megabits { get; init; } = 1.5;

    public override string Name => FormattableString.Invariant($"a stranger's CUBIC on a line of {Megabits} Mbit/s");

    public override string By => "delay";

    public override Setup Undone => new AbsentSetup(this);

    /// <summary>CUBIC fills the line's queue until packets are lost.</summary>
    public override string? Also => "loss";

    public override VisitorPlan Plan(int index, VisitorPlan usual) =>
        Concerns(index) ? usual with { Down = VisitorPlan.Line(Megabits) } : usual;

    public override void Begin(Place place)
    {
        _loop = new RealTimeLoop("stranger");
        (TunHost simulator, TunHost visitors) = (place.Network.Simulator, place.Network.Visitors);
        foreach (Visitor visitor in Concerned(place))
        {
            KernelTcpFlow flow = new(_loop, simulator.Loop, visitors.Loop, place.Network.AddressOf(visitor.Plan.LineNumber),
                new KernelTcpOptions());
            _loop.Invoke(() =>
            {
                flow.Start();
                flow.SetUnlimited(true);
            });
            _flows.Add(flow);
        }
    }

    /// <summary>Payload that the stranger's transfers have brought.</summary>
    public long DeliveredBytes => _loop?.Invoke(() => _flows.Sum(flow => flow.DeliveredBytes)) ?? 0;

    public override void End(Place place)
    {
        _loop?.Invoke(() => _flows.ForEach(flow => flow.Dispose()));
        _flows.Clear();
        _loop?.Dispose();
        _loop = null;
    }
}
