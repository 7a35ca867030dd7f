using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Figures;

/// <summary>
/// A cause that holds a visitor back, in the words that operators see. To add one that circuits measure, add it to <see cref="LimitedBy"/>
/// and <see cref="LimitFinder"/>, and here; the others are found by <see cref="Findings.Diagnosis"/>.
/// </summary>
public sealed record Cause
{
    /// <summary>The simulator gets too little processor time from its host.</summary>
    public static readonly Cause Host = new()
    {
        Limit = LimitedBy.Host,
        Name = "host",
        Title = "Host: too little processor time",
        Summary = "by the simulator's host",
        Figures = ["currentKbps", "usedKbps"],
        Seen = visitor => $"Packets wait although {Text(visitor.CurrentRate)} may be used: Mongoose's thread comes too late, and sends"
            + $" {Text(visitor.UsedRate)}",
        Remedy = "Give the simulator more processor time.",
    };

    /// <summary>The region's own simulation is slow.</summary>
    public static readonly Cause Simulator = new()
    {
        Name = "simulator",
        Title = "Simulator: slow in itself",
        Summary = "by the simulator",
        Seen = _ => "The simulator itself is slow",
        Remedy = "“mongoose show health” and the region's card say what its frames spend their time on.",
    };

    /// <summary>The line of the simulator's host is full.</summary>
    public static readonly Cause Uplink = new()
    {
        Name = "uplink",
        Title = "Uplink: the simulator’s own line",
        Summary = "by the simulator's own line",
        Figures = ["currentKbps", "pathDelayMs"],
        Seen = visitor => visitor.Mode == PathMode.Silent
            ? "Nearly all viewers have stopped to acknowledge at once: the simulator's own line, or its network, is cut"
            : $"The simulator's own line is full; this circuit gets {Text(visitor.CurrentRate)}",
        Remedy = "A line at home: set UplinkKbps to nine tenths of its upload rate, or raise UplinkKbps if the line carries more."
            + " A data centre: rent a faster line. If nothing comes through: look at the host's network and firewall.",
    };

    /// <summary>Other visitors share the visitor's line.</summary>
    public static readonly Cause Neighbour = new()
    {
        Name = "neighbour",
        Title = "Neighbours on the same line",
        Summary = "by others at the same address",
        Figures = ["pathKbps", "pathDelayMs", "downloadKbps"],
        Seen = visitor => $"Visitors at the same address share one line, which carries about {Text(Path(visitor))} for this one",
        Remedy = "No setting here helps: they share what their line carries. fq_codel in their router keeps its queue short.",
    };

    /// <summary>Something holds the visitor back, and what was measured does not show what.</summary>
    public static readonly Cause Unknown = new()
    {
        Name = "unknown",
        Title = "Not known",
        Summary = "by something that was not found",
        Figures = ["currentKbps", "usedKbps", "pathDelayMs", "regionDelayMs"],
        Seen = visitor => $"Packets wait although {Text(visitor.CurrentRate)} may be used; {Text(visitor.UsedRate)} is sent,"
            + " and no measured cause explains it",
        Remedy = "While it lags, run “mongoose report” and send the file with what the visitor sees.",
    };

    /// <summary>All causes: ourselves first, then the settings, then the line.</summary>
    public static readonly IReadOnlyList<Cause> All =
    [
        Host,
        Simulator,
        Uplink,
        new()
        {
            Limit = LimitedBy.Scene,
            Name = "scene",
            Title = "Region’s total limit",
            Summary = "by the region's total limit",
            Figures = ["currentKbps", "requestedKbps"],
            Seen = visitor => $"The region's limit of {Text(visitor.RegionRate)} is shared by all its circuits; this one gets"
                + $" {Text(visitor.CurrentRate)}",
            Remedy = "Raise scene_throttle_max_bps if the host's line carries more.",
        },
        new()
        {
            Limit = LimitedBy.Cap,
            Name = "cap",
            Label = "client_cap",
            Title = "Region’s maximum per visitor",
            Summary = "by the region's maximum per visitor",
            Figures = ["allowedKbps", "requestedKbps"],
            Seen = visitor => $"The viewer asks for {Text(Requested(visitor))}, "
                + (Requested(visitor) > visitor.AllowedRate * SameRate
                    ? $"and the region allows {Text(visitor.AllowedRate)} per circuit"
                    : "which is all that the region allows per circuit"),
            Remedy = "Raise MaxCircuitKbps or client_throttle_max_bps if the host's line carries more.",
        },
        new()
        {
            Limit = LimitedBy.Viewer,
            Name = "viewer",
            Title = "Own setting in the viewer",
            Summary = "by their own setting",
            Figures = ["requestedKbps", "usedKbps"],
            Seen = visitor => $"The region has more to send than the {Text(Requested(visitor))} that the viewer asks for",
            Remedy = "The visitor can raise the bandwidth in the viewer's network preferences.",
        },
        new()
        {
            Limit = LimitedBy.PathLoss,
            Name = "loss",
            Label = "path_loss",
            Title = "Path: packets are lost",
            Summary = "by losses on their path",
            Figures = ["lostPercent", "pathKbps"],
            Seen = visitor => "The path lost "
                + (visitor.LostFraction is >= FigureText.LeastPart and double lost
                    ? $"{Percent(lost)} of the packets of the last ten seconds" : "packets in the last minute")
                + $" and carries about {Text(Path(visitor))}; the viewer asks for {Text(Requested(visitor))}",
            Remedy = "The visitor should look at their own connection first, such as Wi-Fi.",
        },
        new()
        {
            Limit = LimitedBy.PathDelay,
            Name = "delay",
            Label = "path_delay",
            Title = "Path: its queue grows",
            Summary = "by their path",
            Figures = ["pathKbps", "pathDelayMs", "requestedKbps"],
            Seen = visitor => visitor.IsSearching
                ? $"Mongoose still measures what the path carries: {Text(Path(visitor))} so far;"
                    + $" the viewer asks for {Text(Requested(visitor))}"
                : $"The path carries about {Text(Path(visitor))}; the viewer asks for {Text(Requested(visitor))}"
                    + (visitor.Mode == PathMode.Competing ? ", and other traffic fills the line" : ""),
            Remedy = "The visitor's line, or other traffic on it, is the limit: no setting here helps.",
        },
        Neighbour,
        new()
        {
            Limit = LimitedBy.Downloads,
            Name = "downloads",
            Title = "Own downloads by HTTP",
            Summary = "by their own downloads",
            Figures = ["downloadKbps", "pathKbps"],
            Seen = visitor => "The visitor's own textures and meshes arrive by HTTP"
                + $"{(visitor.Downloads is { } downloads ? $" at {Text(downloads.Rate)}" : "")} and fill the line"
                + (visitor.Downloads?.Limit == DownloadLimit.Competing ? ", with other traffic beside them" : ""),
            Remedy = "It ends with the downloads; objects and avatars come first. If those move late meanwhile, lower HttpDelayMs.",
        },
        new()
        {
            Limit = LimitedBy.Window,
            Name = "window",
            Title = "Missing acks",
            Summary = "by missing acks",
            Figures = ["unackedKB"],
            Seen = visitor => visitor.Mode == PathMode.Silent
                ? "The viewer has stopped acknowledging packets: its connection or its computer has stalled"
                : "Too much data is unacknowledged: the viewer answers late; if that stays so on a fast line, raise MaxWindowKB",
            Remedy = "Look at the visitor's computer and its connection. Mongoose tests a silent viewer with single packets.",
        },
        Unknown,
    ];

    /// <summary>OpenSim rounds the rates that it allows.</summary>
    private const double SameRate = 1.01;

    private readonly string? _label;

    /// <summary>The limit that circuits measure; null if other evidence shows the cause.</summary>
    public LimitedBy? Limit { get; init; }

    /// <summary>Whether it is of the simulator or its host, not of a line or a setting.</summary>
    public bool IsOurs => this == Host || this == Simulator;

    /// <summary>Whether it is a limit of the path to the visitor.</summary>
    public bool IsOfPath => Limit?.IsPath() == true;

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

    /// <summary>Completes the sentence "3 of 20 visitors are limited".</summary>
    public required string Summary { get; init; }

    /// <summary>The keys of the figures that show the cause, as in <see cref="Figure.Key"/>; the first shows it best.</summary>
    public IReadOnlyList<string> Figures { get; init; } = [];

    /// <summary>What was measured of one visitor, from the page's figures: a sentence without its full stop.</summary>
    public required Func<CircuitFigures, string> Seen { get; init; }

    /// <summary>What helps, in one sentence or two.</summary>
    public required string Remedy { get; init; }

    /// <summary>The cause of a limit; null for <see cref="LimitedBy.Nothing"/>.</summary>
    public static Cause? Of(LimitedBy limit) => All.FirstOrDefault(cause => cause.Limit == limit);

    private static DataRate Requested(in CircuitFigures visitor) => visitor.RequestedRate ?? visitor.AllowedRate;

    private static DataRate Path(in CircuitFigures visitor) => visitor.PathRate ?? visitor.AllowedRate;

    private static string Text(DataRate rate) => FigureText.Of(rate);

    private static string Percent(double fraction) => FigureText.Percent(fraction);
}
