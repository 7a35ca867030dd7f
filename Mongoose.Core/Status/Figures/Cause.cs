using System.Globalization;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Figures;

/// <summary>
/// A cause that can limit a circuit, in the words that operators see. To add a cause, add it to <see cref="LimitedBy"/> and
/// <see cref="LimitFinder"/>, and add an entry here.
/// </summary>
public sealed record Cause
{
    /// <summary>OpenSim rounds the rates that it allows.</summary>
    private const double SameRate = 1.01;

    /// <summary>All causes, in the order of <see cref="LimitedBy"/>.</summary>
    public static readonly IReadOnlyList<Cause> All =
    [
        new()
        {
            Limit = LimitedBy.Viewer,
            Name = "viewer",
            Title = "Own setting in the viewer",
            Summary = "by their own setting",
            Evidence = "requested",
            Advice = visitor => $"The region has more to send than the {Text(Requested(visitor))} that the viewer asks for:"
                + " the visitor can raise the bandwidth in the viewer's network preferences.",
        },
        new()
        {
            Limit = LimitedBy.Cap,
            Name = "cap",
            Label = "client_cap",
            Title = "Region’s maximum per visitor",
            Summary = "by the region’s maximum per visitor",
            Evidence = "allowed",
            Advice = visitor => (Requested(visitor) > visitor.AllowedRate * SameRate
                    ? $"The viewer asks for {Text(Requested(visitor))}, and the region allows {Text(visitor.AllowedRate)} per circuit:"
                    : $"The viewer asks for {Text(Requested(visitor))}, which is all that the region allows per circuit:")
                + " raise MaxCircuitKbps or client_throttle_max_bps if the host's line carries more.",
        },
        new()
        {
            Limit = LimitedBy.PathLoss,
            Name = "loss",
            Label = "path_loss",
            Title = "Path: packets are lost",
            Summary = "by their path",
            Evidence = "lost",
            Advice = visitor => $"The path lost {Percent(visitor.LostFraction ?? 0)} of the packets of the last minute and carries about"
                + $" {Text(Path(visitor))}; the viewer asks for {Text(Requested(visitor))}."
                + " The visitor should look at their own connection first, such as Wi-Fi.",
        },
        new()
        {
            Limit = LimitedBy.PathDelay,
            Name = "delay",
            Label = "path_delay",
            Title = "Path: its queue grows",
            Summary = "by their path",
            Evidence = "path-delay",
            Advice = visitor => visitor.IsSearching
                ? $"Mongoose still measures what the path carries: {Text(Path(visitor))} so far;"
                + $" the viewer asks for {Text(Requested(visitor))}."
                : $"The path carries about {Text(Path(visitor))}; the viewer asks for {Text(Requested(visitor))}."
                + " The visitor's line, or other traffic on it, is the limit.",
        },
        new()
        {
            Limit = LimitedBy.Downloads,
            Name = "downloads",
            Title = "Own downloads by HTTP",
            Summary = "by their own downloads",
            Evidence = "http",
            Advice = visitor => "Nothing is wrong: the visitor's own textures and meshes arrive by HTTP"
                + $"{(visitor.Downloads is { } downloads ? $" at {Text(downloads.Rate)}" : "")} and fill the line."
                + " Objects and avatars come first.",
        },
        new()
        {
            Limit = LimitedBy.Scene,
            Name = "scene",
            Title = "Region’s total limit",
            Summary = "by the region’s total limit",
            Advice = visitor => $"The region's limit of {Text(visitor.RegionRate)} is shared by all its circuits; this one gets"
                + $" {Text(visitor.CurrentRate)}: raise scene_throttle_max_bps or UplinkKbps if the host's line carries more.",
        },
        new()
        {
            Limit = LimitedBy.Window,
            Name = "window",
            Title = "Missing acks",
            Summary = "by missing acks",
            Evidence = "path",
            Advice = visitor => visitor.Mode == PathMode.Silent
                ? "The viewer has stopped acknowledging packets: its connection or its computer has stalled."
                + " Mongoose tests it with single packets."
                : "Too much data is unacknowledged: the viewer answers late. If that stays so on a fast line, raise MaxWindowKB.",
        },
    ];

    private readonly string? _label;

    /// <summary>The limit.</summary>
    public required LimitedBy Limit { get; init; }

    /// <summary>The word on the console and in the page's data.</summary>
    public required string Name { get; init; }

    /// <summary>The word in metrics.</summary>
    public string Label
    {
        get => _label ?? Name;
        init => _label = value;
    }

    /// <summary>The cause on the page.</summary>
    public required string Title { get; init; }

    /// <summary>Completes the page's sentence "3 of 20 visitors are limited".</summary>
    public required string Summary { get; init; }

    /// <summary>The CSS class of the page's figure that shows the cause; null if none does.</summary>
    public string? Evidence { get; init; }

    /// <summary>One sentence or two for the operator, from the page's figures: what the limit is, and what helps.</summary>
    public required Func<CircuitFigures, string> Advice { get; init; }

    /// <summary>The cause of a limit; null for <see cref="LimitedBy.Nothing"/>.</summary>
    public static Cause? Of(LimitedBy limit) => All.FirstOrDefault(cause => cause.Limit == limit);

    private static DataRate Requested(in CircuitFigures visitor) => visitor.RequestedRate ?? visitor.AllowedRate;

    private static DataRate Path(in CircuitFigures visitor) => visitor.PathRate ?? visitor.AllowedRate;

    private static string Text(DataRate rate) => rate.KilobitsPerSecond < 1000
        ? Text(rate.KilobitsPerSecond, "0 kbit/s")
        : Text(rate.MegabitsPerSecond, "0.0 Mbit/s");

    private static string Percent(double fraction) => Text(100 * fraction, "0.0") + " %";

    private static string Text(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
