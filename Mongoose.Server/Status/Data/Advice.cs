using System.Globalization;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Data;

/// <summary>One sentence or two for an operator whose visitor is limited: what the limit is, and what helps.</summary>
internal static class Advice
{
    /// <summary>OpenSim rounds the rates that it allows.</summary>
    private const double SameRate = 1.01;

    /// <summary>The advice for a visitor; null if nothing limits it.</summary>
    public static string? For(in CircuitFigures visitor)
    {
        DataRate allowed = visitor.AllowedRate, requested = visitor.RequestedRate ?? allowed, path = visitor.PathRate ?? allowed;
        return visitor.Limit switch
        {
            LimitedBy.Viewer => $"The region has more to send than the {Text(requested)} that the viewer asks for:"
                + " the visitor can raise the bandwidth in the viewer's network preferences.",
            LimitedBy.Cap => (requested > allowed * SameRate
                    ? $"The viewer asks for {Text(requested)}, and the region allows {Text(allowed)} per circuit:"
                    : $"The viewer asks for {Text(requested)}, which is all that the region allows per circuit:")
                + " raise MaxCircuitKbps or client_throttle_max_bps if the host's line carries more.",
            LimitedBy.PathLoss => $"The path lost {Percent(visitor.LostFraction ?? 0)} of the packets of the last minute and carries about"
                + $" {Text(path)}; the viewer asks for {Text(requested)}. The visitor should look at their own connection first, such as Wi-Fi.",
            LimitedBy.PathDelay when visitor.IsSearching => $"Mongoose still measures what the path carries: {Text(path)} so far; the viewer asks for"
                + $" {Text(requested)}.",
            LimitedBy.PathDelay => $"The path carries about {Text(path)}; the viewer asks for {Text(requested)}."
                + " The visitor's line, or other traffic on it, is the limit.",
            LimitedBy.Downloads => "Nothing is wrong: the visitor's own textures and meshes arrive by HTTP"
                + $"{(visitor.Downloads is { } downloads ? $" at {Text(downloads.Rate)}" : "")} and fill the line. Objects and avatars come first.",
            LimitedBy.Scene => $"The region's limit of {Text(visitor.RegionRate)} is shared by all its circuits; this one gets"
                + $" {Text(visitor.CurrentRate)}: raise scene_throttle_max_bps or UplinkKbps if the host's line carries more.",
            LimitedBy.Window when visitor.Mode == PathMode.Silent =>
                "The viewer has stopped acknowledging packets: its connection or its computer has stalled. Mongoose tests it with single packets.",
            LimitedBy.Window => "Too much data is unacknowledged: the viewer answers late. If that stays so on a fast line, raise MaxWindowKB.",
            _ => null,
        };
    }

    private static string Text(DataRate rate) => rate.KilobitsPerSecond < 1000
        ? Text(rate.KilobitsPerSecond, "0 kbit/s")
        : Text(rate.MegabitsPerSecond, "0.0 Mbit/s");

    private static string Percent(double fraction) => Text(100 * fraction, "0.0") + " %";

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
