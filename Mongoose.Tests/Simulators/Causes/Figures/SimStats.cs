using System.Globalization;
using System.Text.Json;

namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>
/// OpenSimulator's own figures of the region, which it renews every three seconds (Stats_URI). A region in time has 55 frames of 18 ms, as
/// viewers expect it: in truth they are eleven, of 91 ms.
/// </summary>
internal sealed record SimStats(
    double Dilation, double Fps, double FrameMs, double PhysicsMs, double AgentsMs, double NetworkMs, double OtherMs, double Scripts)
{
    public static SimStats Parse(string json)
    {
        using JsonDocument read = JsonDocument.Parse(json);
        return new SimStats(Of("Dilatn"), Of("SimFPS"), Of("TotlFt"), Of("PhysFt"), Of("AgntFt"), Of("NetFt"), Of("OthrFt"), Of("AtvScr"));

        // They are missing until the first three seconds have passed.
        double Of(string name) => read.RootElement.TryGetProperty(name, out JsonElement value)
            ? double.Parse(value.GetString()!, CultureInfo.InvariantCulture)
            : double.NaN;
    }
}
