using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A setting of the simulator is less than visitors load. It is read at the start: another needs another simulator.</summary>
/// <param name="name">The set-up's name.</param>
/// <param name="by">The cause's name on the page.</param>
/// <param name="setting">The section and the key, in INI format.</param>
[SupportedOSPlatform("linux")]
internal sealed class LimitSetup(string name, string by, string setting) : Setup
{
    /// <summary>MaxCircuitKbps.</summary>
    public static LimitSetup Cap => new("client cap", "cap", "[Mongoose]\nMaxCircuitKbps = 500\n");

    /// <summary>The region's total.</summary>
    public static LimitSetup Scene => new("scene limit", "scene", "[ClientStack.LindenUDP]\nscene_throttle_max_bps = 250000\n");

    /// <summary>The uplink that the operator has told Mongoose.</summary>
    public static LimitSetup Uplink => new("uplink, configured", "uplink", "[Mongoose]\nUplinkKbps = 2000\n");

    public override string Name => name;

    public override string By => by;

    public override int Soon => by == "uplink" ? 10 : 5;

    public override bool Ends => false;

    public override bool Concerns(int index) => Crowd.IsBusy(index);

    public override OpenSimOptions Configure(OpenSimOptions options) => options with { ExtraIni = options.ExtraIni + setting };
}
