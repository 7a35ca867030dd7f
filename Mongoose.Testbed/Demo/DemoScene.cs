using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.Demo;

/// <summary>
/// The workload, the same for every server: a viewer arrives, downloads textures as long as the run lasts, and watches a walking crowd
/// whose updates add up to the paper's Table I (Cathedral, walking). On a slow line its viewer acks as real ones do.
/// </summary>
internal sealed class DemoScene
{
    /// <summary>The access link: above the largest circuit, so that the circuit's throttle is what limits, but for a pair with a line.</summary>
    private static readonly DataRate LinkRate = DataRate.FromMegabitsPerSecond(20);

    private const long LinkQueueBytes = 256 * 1024;

    /// <summary>Of a slow line: a quarter of a second at 1 Mbit/s, as ADSL has it.</summary>
    private const long LineQueueBytes = 32_000;

    private const int Assets = 2;

    /// <summary>What a texture download is timed on, as a share of what the circuit could carry in the run: stock can finish it too.</summary>
    private const double TimedShare = 0.2;

    private const int LargestTimedTexture = 150_000;

    private readonly DemoOptions _options;
    private readonly DemoPair _pair;
    private readonly List<Guid> _timedTextures;
    private readonly List<Guid> _textures;

    public DemoScene(DemoOptions options, DemoPair pair)
    {
        _options = options;
        _pair = pair;
        Guid[] shuffled = TextureLibrary.Default.Ids.ToArray();
        TextureOrder(options.Seed).Shuffle<Guid>(shuffled);
        _timedTextures = Timed(shuffled.Select(id => (id, TextureLibrary.Default.SizeOf(id))), pair.Limit, options.Length);
        _textures = [.. _timedTextures, .. shuffled.Except(_timedTextures)];
    }

    /// <summary>The visit to a region with the given way out.</summary>
    public VisitPlan Plan(string outbound, int port = 0) => new()
    {
        Region = new RegionOptions
        {
            Name = "Mongoose Demo",
            Outbound = outbound,
            Sending = CircuitOptions.AsShipped,
            Activity = Activity.Walking,
            Landscape = true,
        },
        Viewer = new ViewerOptions
        {
            Throttle = ViewerSplit.Of(_pair.Throttle, StockThrottles.LargestClientMaximum.ViewerKilobitsPerSecond),
            Textures = _textures,
            RepeatTextures = true,
            Assets = Assets,
            Walks = true,
            ReadStamps = true,
            Acks = _pair.Line is null ? AckManner.AtOnce : AckManner.Processed,
        },
        ToServer = Link(_options.RoundTrip, _options.Loss, _options.Seed * 2),
        ToClient = Downstream(Link(_options.RoundTrip, _options.Loss, _options.Seed * 2 + 1)),
        Throttle = _pair.Throttle,
        Length = _options.Length,
        TimedTextures = _timedTextures,
        Port = port,
    };

    private LinkOptions Downstream(LinkOptions link) => _pair.Line is { } line
        ? link with { Rate = line, Queue = new QueueOptions { Limit = QueueLimit.OfBytes(LineQueueBytes) } }
        : link;

    /// <summary>What the order of textures is drawn from: a stream apart from those of the links.</summary>
    internal static SeededRandom TextureOrder(int seed) => new(seed, stream: 100);

    /// <summary>One direction of the link.</summary>
    internal static LinkOptions Link(Duration roundTrip, double loss, int seed) => new()
    {
        Rate = LinkRate,
        Queue = new QueueOptions { Limit = QueueLimit.OfBytes(LinkQueueBytes) },
        Delay = roundTrip / 2,
        Loss = new BernoulliLoss(loss),
        Seed = seed,
    };

    /// <summary>The textures whose download is timed: those that also stock can finish in the run.</summary>
    internal static List<Guid> Timed(IEnumerable<(Guid Id, int Bytes)> textures, DataRate limit, Duration length)
    {
        long budget = (long)(limit.BytesIn(length) * TimedShare);
        List<Guid> timed = [];
        foreach ((Guid id, int bytes) in textures)
        {
            if (bytes <= Math.Min(budget, LargestTimedTexture))
            {
                timed.Add(id);
                budget -= bytes;
            }
        }
        return timed;
    }
}
