using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A setting of the simulator is less than visitors load. It is read at the start: another needs another simulator.</summary>
[SupportedOSPlatform("linux")]
internal sealed class LimitSetup : Setup
{
    private const double Megabits = 1, LittleMegabits = 0.1;

    private readonly string _name, _by, _setting;

    private LimitSetup(string name, string by, string setting) =>
        (_name, _by, _setting, Whom) = (name, by, setting, [.. Enumerable.Range(0, Crowd.Count).Where(Crowd.IsBusy)]);

    /// <summary>MaxCircuitKbps.</summary>
    public static LimitSetup Cap(int kilobits = 500) =>
        new($"client cap of {kilobits} kbit/s", "cap", $"[Mongoose]\nMaxCircuitKbps = {kilobits}\n");

    /// <summary>The region's total.</summary>
    public static LimitSetup Scene(int kilobits = 2000) => new($"scene limit of {kilobits} kbit/s", "scene",
        $"[ClientStack.LindenUDP]\nscene_throttle_max_bps = {kilobits * 1000 / 8}\n");

    /// <summary>The uplink of the settings.</summary>
    public static LimitSetup Uplink(int kilobits = 2000) =>
        new($"uplink of {kilobits} kbit/s, configured", "uplink", $"[Mongoose]\nUplinkKbps = {kilobits}\n");

    public override string Name => _name;

    public override string By => _by;

    public override int Soon => _by == "uplink" ? 10 : 5;

    /// <summary>Who only looks on can reach the limit as well.</summary>
    public override bool IsConfined => false;

    public override Setup Undone => new LimitSetup($"{_name}, raised", _by, "");

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Concerns(index) ? usual with { Loads = LittleMegabits } : usual;

    /// <summary>The limit is there from the start; now visitors load more.</summary>
    public override void Begin(Place place)
    {
        foreach (Visitor visitor in Concerned(place))
            visitor.Load(Megabits);
    }

    public override OpenSimOptions Configure(OpenSimOptions options) => options with { ExtraIni = options.ExtraIni + _setting };
}
