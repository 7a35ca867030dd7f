using Mongoose.Core.Units;
using Mongoose.Testbed.Links;
using Mongoose.Testbed.Links.Bandwidths;
using Mongoose.Testbed.Links.Losses;
using Mongoose.Testbed.Queues;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Reads the links of a scenario.</summary>
internal static class LinkReader
{
    /// <summary>Of a link in kbit/s: from a slow modem's to what no host forwards.</summary>
    private const double LeastKbps = 1, MostKbps = 100_000_000;

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

    private static Duration DelayOf(JsonSection? section) => Duration.FromMilliseconds(section?.Number("delayMs", 0, 0, 100_000, "ms") ?? 0);

    private static LinkOptions Read(JsonSection? section, string folder, Duration roundTrip)
    {
        if (section is null)
            return new LinkOptions();
        Bandwidth? bandwidth = ReadBandwidth(section);
        LinkOptions options = new()
        {
            Bandwidth = bandwidth,
            Delay = Duration.FromMilliseconds(section.Number("delayMs", 0, 0, 100_000, "ms")),
            Queue = ReadQueue(section.Section("queue"), bandwidth, roundTrip),
            Loss = ReadLoss(section.Section("loss")),
        };
        section.End();
        return options;
    }

    private static Bandwidth? ReadBandwidth(JsonSection section) =>
        section.OptionalNumber("rateKbps", LeastKbps, MostKbps, "kbit/s") is { } rate
            ? new FixedBandwidth(DataRate.FromKilobitsPerSecond(rate))
            : null;

    private static QueueOptions ReadQueue(JsonSection? section, Bandwidth? bandwidth, Duration roundTrip) => new();

    private static LossModel ReadLoss(JsonSection? section)
    {
        if (section is null)
            return LossModel.None;
        LossModel model = new BernoulliLoss(section.Number("percent", 0, 0, 100, "%") / 100);
        section.End();
        return model;
    }
}
