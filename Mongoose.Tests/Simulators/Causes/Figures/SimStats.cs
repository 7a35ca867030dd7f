using System.Globalization;
using System.Text.Json;

namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>OpenSimulator's own figures of the region, which it renews every three seconds (Stats_URI). Times are of a frame, in ms.</summary>
internal sealed record SimStats(
    double Dilation, double Fps, double FrameMs, double PhysicsMs, double AgentsMs, double NetworkMs, double OtherMs, double Scripts)
{
    public static readonly SimStats None = new(double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN);

    public static SimStats Parse(string json)
    {
        using JsonDocument read = JsonDocument.Parse(json);
        return read.RootElement.TryGetProperty("Error", out _)
            ? None
            : new SimStats(Of("Dilatn"), Of("SimFPS"), Of("TotlFt"), Of("PhysFt"), Of("AgntFt"), Of("NetFt"), Of("OthrFt"), Of("AtvScr"));

        double Of(string name) => double.Parse(read.RootElement.GetProperty(name).GetString()!, CultureInfo.InvariantCulture);
    }
}
