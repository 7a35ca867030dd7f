using System.Globalization;
using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Updates;

namespace Mongoose.Simulators;

/// <summary>The module's options as a section of its configuration.</summary>
public static class MongooseIni
{
    public static string Write(SendingOptions sending, DownloadOptions http)
    {
        PathControlOptions path = sending.PathControl ?? PathControlOptions.Default;
        return string.Create(CultureInfo.InvariantCulture, $"""
            [Mongoose]
                PathControl = {Flag(sending.PathControl is not null)}
                PathDelayMs = {path.MaxDelay.Milliseconds:0}
                MinCircuitKbps = {path.MinRate.KilobitsPerSecond:0}
                FastResend = {Flag(sending.FastResend)}
                ResendRule = {(sending.ResendRule == ResendRule.Trimmed ? "trimmed" : "off")}
                HttpPacing = {(http.Pacing == HttpPacing.Auto ? "auto" : "off")}
                HttpDelayMs = {http.MaxDelay.Milliseconds:0}
                HttpPrompt = {Flag(http.IsPrompt)}
                HttpPipelines = {Flag(http.KeepsPipelines)}
                UplinkKbps = {http.Uplink?.KilobitsPerSecond ?? 0:0}

            """);
    }

    private static string Flag(bool value) => value ? "true" : "false";
}
