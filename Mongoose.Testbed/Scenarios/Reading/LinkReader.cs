using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads the links of a scenario.</summary>
internal static class LinkReader
{
    /// <summary>Of a link in kbit/s: from a slow modem's to what no host forwards.</summary>
    private const double LeastKbps = 1, MostKbps = 100_000_000;

    private const double MostDelayMs = 100_000;

    private const string LimitInProducts = "limitBdp", LeastLimit = "leastBytes";
    private const int LargestPacketBytes = 1500, MostLimitBytes = 1_000_000_000;

    public static DuplexLink[] ReadAll(JsonSection? links, string folder) =>
        links is null ? [] : links.Keys.ToArray().Select(name => Read(name, links.Section(name)!, folder)).ToArray();

    private static DuplexLink Read(string name, JsonSection link, string folder)
    {
        link.Require("down");
        link.Require("up");
        JsonSection? down = link.Section("down"), up = link.Section("up");
        Duration roundTrip = DelayOf(down) + DelayOf(up);
        DuplexLink read = new(name, Read(down, folder, roundTrip), Read(up, folder, roundTrip));
        link.End();
        return read;
    }

    /// <summary>At the start.</summary>
    private static Duration DelayOf(JsonSection? section) => Duration.FromMilliseconds(section?.Number("delayMs", 0, 0, MostDelayMs, "ms") ?? 0);

    private static LinkOptions Read(JsonSection? section, string folder, Duration roundTrip)
    {
        if (section is null)
            return new LinkOptions();
        Bandwidth? bandwidth = ReadBandwidth(section, folder);
        Duration delay = DelayOf(section);
        IReadOnlyList<DelayStep> steps = ReadDelaySteps(section);
        double leastDelay = steps.Select(step => step.Delay).Append(delay).Min().Milliseconds;
        LinkOptions options = new()
        {
            Bandwidth = bandwidth,
            Delay = delay,
            DelaySteps = steps,
            Jitter = Duration.FromMilliseconds(section.Number("jitterMs", 0, 0, leastDelay, "ms, no more than delayMs")),
            Queue = ReadQueue(section, bandwidth, roundTrip),
            Loss = ReadLosses(section),
            Reordering = section.Section("reordering") is { } reordering ? ReadReordering(reordering) : null,
            Duplication = section.Number("duplicationPercent", 0, 0, 100, "%") / 100,
        };
        section.End();
        return options;
    }

    private static IReadOnlyList<DelayStep> ReadDelaySteps(JsonSection section)
    {
        DelayStep[] steps = section.Sections("delaySteps").Select(ReadDelayStep).ToArray();
        return section.Make("delaySteps", () => DelayStep.InOrder(steps)) ?? [];
    }

    private static DelayStep ReadDelayStep(JsonSection section)
    {
        DelayStep step = new(Duration.FromSeconds(section.RequiredNumber("atSeconds", 0, 1e6, "s")),
            Duration.FromMilliseconds(section.RequiredNumber("delayMs", 0, MostDelayMs, "ms")));
        section.End();
        return step;
    }

    private static Bandwidth? ReadBandwidth(JsonSection section, string folder)
    {
        double? rate = section.OptionalNumber("rateKbps", LeastKbps, MostKbps, "kbit/s");
        string? trace = section.OptionalText("traceFile");
        IReadOnlyList<JsonSection> steps = section.Sections("rateSteps");
        if ((rate is null ? 0 : 1) + (trace is null ? 0 : 1) + (steps.Count == 0 ? 0 : 1) > 1)
            section.Problem(null, "rateKbps, rateSteps and traceFile exclude each other");
        if (trace is not null)
            return section.Make<Bandwidth>("traceFile", () => TraceFile.Read(Path.Combine(folder, trace)));
        if (steps.Count > 0)
            return section.Make<Bandwidth>("rateSteps", () => new SteppedBandwidth(steps.Select(ReadStep).ToArray()));
        return rate is { } kilobits ? new FixedBandwidth(DataRate.FromKilobitsPerSecond(kilobits)) : null;
    }

    private static RateStep ReadStep(JsonSection section)
    {
        RateStep step = new(Duration.FromSeconds(section.RequiredNumber("atSeconds", 0, 1e6, "s")),
            DataRate.FromKilobitsPerSecond(section.RequiredNumber("rateKbps", 0, MostKbps, "kbit/s")));
        section.End();
        return step;
    }

    /// <summary>As a queue is described everywhere; here its limit may also be given in bandwidth-delay products.</summary>
    private static QueueOptions ReadQueue(JsonSection link, Bandwidth? bandwidth, Duration roundTrip)
    {
        if (link.Element("queue") is not { } json)
            return new QueueOptions();
        if (json.ValueKind != JsonValueKind.Object || !json.TryGetProperty(LimitInProducts, out JsonElement products))
            return link.Make("queue", () => QueueOptions.FromJson(json, "queue")) ?? new QueueOptions();
        if (bandwidth is not FixedBandwidth { Rate: var rate } || roundTrip == Duration.Zero
            || products.ValueKind != JsonValueKind.Number || products.GetDouble() is not (> 0 and <= 1000))
        {
            link.Problem("queue", $"{LimitInProducts} is allowed with rateKbps and delayMs, above 0 to 1000");
            return new QueueOptions();
        }
        JsonObject inBytes = JsonObject.Create(json)!;
        inBytes.Remove(LimitInProducts);
        inBytes["limitBytes"] = Math.Max(ReadLeastLimit(link, inBytes), rate.BytesIn(roundTrip * products.GetDouble()));
        return link.Make("queue", () => QueueOptions.FromJson(JsonSerializer.SerializeToElement(inBytes), "queue")) ?? new QueueOptions();
    }

    /// <summary>Of a limit in products; takes the key away.</summary>
    private static int ReadLeastLimit(JsonSection link, JsonObject queue)
    {
        if (!queue.TryGetPropertyValue(LeastLimit, out JsonNode? least))
            return LargestPacketBytes;
        queue.Remove(LeastLimit);
        if (least is JsonValue value && value.TryGetValue(out int bytes) && bytes is >= LargestPacketBytes and <= MostLimitBytes)
            return bytes;
        link.Problem("queue", $"{LeastLimit} is a whole number of bytes, {LargestPacketBytes} to {MostLimitBytes}");
        return LargestPacketBytes;
    }

    private static LossModel ReadLosses(JsonSection link)
    {
        JsonSection? loss = link.Section("loss");
        IReadOnlyList<JsonSection> steps = link.Sections("lossSteps");
        if (loss is not null && steps.Count > 0)
            link.Problem(null, "loss and lossSteps exclude each other");
        if (steps.Count > 0)
            return link.Make("lossSteps", () => new SteppedLoss(steps.Select(ReadLossStep).ToArray())) ?? LossModel.None;
        return loss is not null ? ReadLoss(loss) : LossModel.None;
    }

    private static LossStep ReadLossStep(JsonSection section) =>
        new(Duration.FromSeconds(section.RequiredNumber("atSeconds", 0, 1e6, "s")), ReadLoss(section));

    private static LossModel ReadLoss(JsonSection section)
    {
        LossModel? model = section.Choice("model", "random", "random", "bursts", "gilbertElliott", "everyNth", "listed") switch
        {
            "bursts" => section.Make<LossModel>(null, () => GilbertElliottLoss.OfBursts(
                Share(section, "percent"), section.RequiredNumber("meanBurstPackets", 1, 1e6))),
            "gilbertElliott" => new GilbertElliottLoss(Share(section, "goodToBadPercent"), Share(section, "badToGoodPercent"),
                section.Number("lossInGoodPercent", 0, 0, 100, "%") / 100, section.Number("lossInBadPercent", 100, 0, 100, "%") / 100),
            "everyNth" => section.Make(null, () => new PeriodicLoss(
                (int)section.RequiredNumber("every", 1, int.MaxValue), section.Whole("phase", 0, 0, int.MaxValue))),
            "listed" => section.Make(null, () => new ListedLoss(section.Numbers("packets", 0, long.MaxValue).Select(number => (long)number).ToArray())),
            _ => new BernoulliLoss(Share(section, "percent")),
        };
        section.End();
        return model ?? LossModel.None;
    }

    private static double Share(JsonSection section, string percentKey) => section.RequiredNumber(percentKey, 0, 100, "%") / 100;

    private static Reordering ReadReordering(JsonSection section)
    {
        Reordering reordering = new(section.RequiredNumber("percent", 0, 100, "%") / 100,
            Duration.FromMilliseconds(section.RequiredNumber("extraDelayMs", 0, 100_000, "ms")));
        section.End();
        return reordering;
    }
}
