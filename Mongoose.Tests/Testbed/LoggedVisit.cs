using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed;

/// <summary>A simulated visit with logs of sent and received packets.</summary>
internal sealed class LoggedVisit
{
    private readonly SimulatedVisit _visit;

    public LoggedVisit(VisitPlan plan)
    {
        _visit = new SimulatedVisit(plan with { Viewer = plan.Viewer with { ReadStamps = true } });
        Region.PacketSent = Sent.Add;
        Viewer.PacketArrived = Arrived.Add;
    }

    public SimulatedScheduler Clock => _visit.Clock;

    public EmbeddedRegion Region => _visit.Region;

    public Viewer Viewer => _visit.Viewer;

    public List<SentPacket> Sent { get; } = [];

    public List<Arrival> Arrived { get; } = [];

    /// <summary>A viewer that only downloads textures, 16 at a time.</summary>
    public static VisitPlan TexturesOnly(string outbound, DataRate circuit, double rttMs, double loss = 0)
    {
        LinkOptions link = new() { Delay = Duration.FromMilliseconds(rttMs / 2), Loss = new BernoulliLoss(loss), Seed = 1 };
        RegionOptions region = new() { Outbound = outbound };
        return new VisitPlan
        {
            Region = region,
            Viewer = new ViewerOptions { Throttle = PresetShares(circuit), Textures = region.Textures.Ids, RepeatTextures = true },
            ToServer = link,
            ToClient = link with { Seed = 2 },
        };
    }

    /// <summary>The rate of UDP payload that arrived between two times.</summary>
    public DataRate Received(double fromSeconds, double toSeconds)
    {
        Instant from = Instant.FromSeconds(fromSeconds), to = Instant.FromSeconds(toSeconds);
        return DataRate.Of(Arrived.Where(a => a.At >= from && a.At < to).Sum(a => (long)a.Bytes), to - from);
    }

    /// <summary>Rates in the proportions of the viewer's 1000 kbit/s preset, in which Task and Texture have 31 % each.</summary>
    private static ChannelRates PresetShares(DataRate total)
    {
        ChannelRates preset = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(1000));
        return preset.Scaled(total / preset.Total);
    }
}
