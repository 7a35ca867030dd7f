using System.Text.Json;
using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Network.Tcp.Applications;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads the flows of a scenario.</summary>
internal static partial class FlowReader
{
    private const int MostFlows = 1000;

    /// <summary>Of what a controller may ask for: it need not be what a region grants.</summary>
    private const double LeastRateKbps = 8, MostRateKbps = 1_000_000;

    /// <param name="root">The scenario.</param>
    /// <param name="links">Its links.</param>
    /// <param name="warmUp">Nothing is measured before.</param>
    /// <param name="length">How long the scenario is.</param>
    public static FlowGroup[] ReadAll(JsonSection root, IReadOnlyList<DuplexLink> links, Duration warmUp, Duration length)
    {
        HashSet<string> names = [];
        List<FlowGroup> groups = [];
        foreach (JsonSection section in root.Sections("flows"))
        {
            FlowGroup group = Read(section, links, length);
            CheckWindow(section, group, warmUp, length);
            if (!names.Add(group.Name))
                section.Problem("name", "another flow has that name");
            if (group.Count > 0)
                groups.Add(group);
        }
        if (root.Has("flows") && groups.Count == 0)
            root.Problem("flows", "at least one flow is needed");
        return groups.ToArray();
    }

    private static FlowGroup Read(JsonSection section, IReadOnlyList<DuplexLink> links, Duration length)
    {
        string name = section.RequiredText("name");
        if (name.Length > 0 && !Name().IsMatch(name))
            section.Problem("name", "allowed are letters, digits and hyphens, a letter first");
        FlowGroup group = new()
        {
            Name = name,
            Count = section.Whole("count", 1, 0, MostFlows),
            Path = ReadPath(section, links),
            ExtraDelay = Duration.FromMilliseconds(section.Number("extraDelayMs", 0, 0, 100_000, "ms, one way")),
            ExtraDelaySpread = Duration.FromMilliseconds(section.Number("extraDelaySpreadMs", 0, 0, 100_000, "ms, one way")),
            Start = Duration.FromSeconds(section.Number("startSeconds", 0, 0, length.Seconds, "s, within the scenario")),
            StartSpread = Duration.FromSeconds(section.Number("startSpreadSeconds", 0, 0, length.Seconds, "s, within the scenario")),
            Stop = section.OptionalNumber("stopSeconds", 0, length.Seconds, "s, within the scenario") is { } stop
                ? Duration.FromSeconds(stop)
                : null,
            Kind = ReadKind(section),
        };
        if (group.Stop is not null && group.Kind is TcpFlowOptions { Application: not BulkApplication })
            section.Problem("stopSeconds", "allowed for circuits, games and bulk transfers only");
        section.End();
        return group;
    }

    /// <summary>A flow of which nothing is measured would look like one that carries nothing.</summary>
    private static void CheckWindow(JsonSection section, FlowGroup group, Duration warmUp, Duration length)
    {
        Duration from = Duration.Max(warmUp, group.Start + group.StartSpread);
        if (group.Stop <= from)
            section.Problem("stopSeconds", "allowed is a time after startSeconds, startSpreadSeconds and warmUpSeconds");
        else if (length <= from)
            section.Problem(null, "allowed are a start and a warm-up that end before the scenario does");
    }

    private static string[] ReadPath(JsonSection section, IReadOnlyList<DuplexLink> links)
    {
        string[] path = section.Texts("path"), known = links.Select(link => link.Name).ToArray();
        if (path.Length == 0)
        {
            if (links.Count > 1)
                section.Problem("path", $"is missing; the links are {string.Join(", ", known)}");
            return known;
        }
        if (path.FirstOrDefault(name => !known.Contains(name)) is { } unknown)
            section.Problem("path", $"there is no link {unknown}; the links are {string.Join(", ", known)}");
        else if (path.Distinct().Count() < path.Length)
            section.Problem("path", "a flow crosses a link once");
        return path;
    }

    private static FlowKind ReadKind(JsonSection section)
    {
        JsonSection? circuit = section.Section("circuit"), tcp = section.Section("tcp"), game = section.Section("game");
        if (new[] { circuit, tcp, game }.Count(kind => kind is not null) != 1)
            section.Problem(null, "a flow needs one of circuit, tcp and game");
        if (tcp is not null)
            return ReadTcp(tcp);
        if (game is not null)
            return GameReader.Read(game);
        return circuit is not null ? ReadCircuit(circuit) : new CircuitOptions();
    }

    private static TcpFlowOptions ReadTcp(JsonSection section)
    {
        TcpFlowOptions initial = new();
        int segment = section.Whole("segmentBytes", initial.SegmentBytes, 76, 65_000, "bytes");
        TcpFlowOptions options = new()
        {
            Up = section.Choice("direction", "down", "down", "up") == "up",
            CongestionControl = section.Choice("congestionControl", initial.CongestionControl, [.. CongestionControls.Names]),
            SegmentBytes = segment,
            SegmentsPerAck = section.Whole("segmentsPerAck", initial.SegmentsPerAck, 1, 2),
            InitialWindowSegments = section.Whole("initialWindowSegments", initial.InitialWindowSegments, 1, 1000),
            ReceiveWindowBytes = section.WholeOrNull("receiveWindowBytes", segment, 1L << 30, "bytes"),
            Sack = section.Flag("sack", initial.Sack),
            Ecn = section.Flag("ecn", initial.Ecn),
            MinRto = Duration.FromMilliseconds(section.Number("minRtoMs", initial.MinRto.Milliseconds, 1, 60_000, "ms")),
            Application = section.Section("application") is { } application ? ReadApplication(application) : initial.Application,
        };
        section.End();
        return options;
    }

    private static TcpApplication ReadApplication(JsonSection section)
    {
        TcpApplication application = section.Choice("kind", "bulk", "bulk", "onOff", "requestResponse", "dash") switch
        {
            "onOff" => new OnOffApplication(new OnOffOptions
            {
                On = Seconds(section, "onSeconds", 1, 0.001),
                Off = Seconds(section, "offSeconds", 1, 0.001),
                Variation = Choice(section, "variation", Variation.Exponential),
            }),
            "requestResponse" => new RequestResponseApplication(new RequestResponseOptions
            {
                RequestBytes = section.WholeOrNull("requestBytes", 1, 1 << 20, "bytes") ?? 300,
                ResponseBytes = section.WholeOrNull("responseBytes", 1, 1L << 32, "bytes") ?? 100_000,
                SizeVariation = Choice(section, "sizeVariation", Variation.Constant),
                ThinkTime = Seconds(section, "thinkSeconds", 1, 0),
                ThinkTimeVariation = Choice(section, "thinkVariation", Variation.Constant),
                ThinkFromRequest = section.Flag("thinkFromRequest", false),
            }),
            "dash" => new DashApplication(ReadDash(section)),
            _ => new BulkApplication(section.WholeOrNull("bytes", 1, long.MaxValue, "bytes")),
        };
        section.End();
        return application;
    }

    private static DashOptions ReadDash(JsonSection section)
    {
        DashOptions initial = new();
        double[] rates = section.Numbers("ratesKbps", 1, 1e6, "kbit/s");
        DashOptions options = new()
        {
            Representations = rates.Length > 0 ? rates.Select(DataRate.FromKilobitsPerSecond).ToArray() : initial.Representations,
            Chunk = Seconds(section, "chunkSeconds", initial.Chunk.Seconds, 0.001),
            Interval = Seconds(section, "intervalSeconds", initial.Interval.Seconds, 0),
            Cycle = Seconds(section, "cycleSeconds", initial.Cycle.Seconds, 0.001),
        };
        double least = (options.Interval * options.Representations.Count).Seconds;
        if (options.Cycle.Seconds < least)
            section.Problem("cycleSeconds",
                FormattableString.Invariant($"allowed is no less than its chunks' intervals together, {least} s"));
        return options;
    }

    private static Duration Seconds(JsonSection section, string key, double initial, double least) =>
        Duration.FromSeconds(section.Number(key, initial, least, 1e6, "s"));

    private static CircuitOptions ReadCircuit(JsonSection section)
    {
        CircuitOptions initial = new();
        CircuitOptions options = new()
        {
            Server = section.Choice("server", initial.Server, [.. OutboundNames.All]),
            Sending = SendingReader.Read(section),
            Controller = section.Choice("controller", initial.Controller, [.. RateControllers.Names]),
            Throttle = Rate(section, "throttleKbps", 8192) ?? initial.Throttle,
            RateControl = ReadRateControl(section),
            Activity = Choice(section, "activity", initial.Activity),
            Island = Choice(section, "island", initial.Island),
            Textures = section.Flag("textures", initial.Textures),
            TexturePacketBytes = section.Wholes("texturePacketBytes", initial.TexturePacketBytes,
                PayloadStamp.Bytes, RegionOptions.OpenSimTexturePacketBytes, "bytes"),
            Prims = section.Whole("prims", 0, 0, 100_000),
            Avatars = section.Whole("avatars", 0, 0, 1000),
            Port = (ushort)section.Whole("port", 0, 0, 65_535),
            Assets = section.Whole("assets", 0, 0, 1000),
            FirstTexturesShare = section.Number("firstTexturesPercent", 0, 0, 100, "%") / 100,
            Details = section.Flag("details", false),
            Viewer = section.Section("viewer") is { } viewer ? ViewerReader.Read(viewer) : initial.Viewer,
        };
        section.End();
        return options;
    }

    private static RateControlOptions ReadRateControl(JsonSection section)
    {
        RateControlOptions initial = RateControlOptions.Default;
        return initial with
        {
            MinRate = Rate(section, "minKbps", MostRateKbps) ?? initial.MinRate,
            MaxRate = Rate(section, "maxKbps", MostRateKbps) ?? initial.MaxRate,
            UserSetting = Rate(section, "settingKbps", MostRateKbps),
            FairSegmentBytes = (int?)section.WholeOrNull("fairSegmentBytes",
                RateControlOptions.MinSegmentBytes, RateControlOptions.MaxSegmentBytes, "bytes"),
            ViewerPreset = Choice(section, "viewerPreset", initial.ViewerPreset),
        };
    }

    private static DataRate? Rate(JsonSection section, string key, double most) =>
        section.OptionalNumber(key, LeastRateKbps, most, "kbit/s") is { } kilobits ? DataRate.FromKilobitsPerSecond(kilobits) : null;

    /// <summary>The value of an enumeration by its name with a small first letter.</summary>
    internal static T Choice<T>(JsonSection section, string key, T initial)
        where T : struct, Enum
    {
        string[] names = Enum.GetNames<T>().Select(JsonNamingPolicy.CamelCase.ConvertName).ToArray();
        string chosen = section.Choice(key, names[Array.IndexOf(Enum.GetValues<T>(), initial)], names);
        return Enum.GetValues<T>()[Array.IndexOf(names, chosen)];
    }

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9-]*$")]
    private static partial Regex Name();
}
