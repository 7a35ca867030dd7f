using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Notes what a flow wants that the regions of a real OpenSimulator do not have.</summary>
internal static class OpenSimFlowCheck
{
    /// <param name="section">The flow's.</param>
    /// <param name="kind">As it was read.</param>
    public static void Check(JsonSection section, FlowKind kind)
    {
        if (kind is not CircuitOptions circuit)
            section.Problem(null, "with regions openSim a flow is a circuit");
        else if (circuit.TexturePacketBytes.Any(bytes => bytes != RegionOptions.OpenSimTexturePacketBytes))
            section.Section("circuit")!.Problem("texturePacketBytes",
                $"with regions openSim {RegionOptions.OpenSimTexturePacketBytes} is allowed");
        else if (circuit.Avatars > 0)
            section.Section("circuit")!.Problem("avatars", "with regions openSim 0 is allowed");
    }
}
