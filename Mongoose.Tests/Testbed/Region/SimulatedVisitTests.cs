using System.Security.Cryptography;
using System.Text;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

public sealed class SimulatedVisitTests
{
    [TestCaseSource(typeof(OutboundNames), nameof(OutboundNames.All))]
    public void The_same_seed_gives_the_same_packet_log_twice_and_on_two_threads_at_once(string outbound)
    {
        string first = HashOfLog(outbound, seed: 1);
        string[] others = new string[3];
        Parallel.For(0, others.Length, i => others[i] = HashOfLog(outbound, seed: i == 0 ? 2 : 1));
        Assert.That(others[1..], Has.All.EqualTo(first));
        Assert.That(others[0], Is.Not.EqualTo(first), "another seed gives another run");
    }

    /// <summary>The hash of the log of both links, with all random effects and delays enabled.</summary>
    private static string HashOfLog(string outbound, long seed)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(2), rttMs: 80);
        LinkOptions link = plan.ToClient with
        {
            Rate = DataRate.FromMegabitsPerSecond(3),
            Jitter = Duration.FromMilliseconds(10),
            Reordering = new Reordering(0.02, Duration.FromMilliseconds(15)),
            Duplication = 0.01,
            Loss = GilbertElliottLoss.OfBursts(0.02, 3),
        };
        SimulatedVisit visit = new(plan with
        {
            Region = plan.Region with { Activity = Activity.Flying, Prims = 500, Landscape = true },
            Viewer = plan.Viewer with { Assets = 2, Walks = true },
            ToServer = link with { Seed = 2 * seed },
            ToClient = link with { Seed = 2 * seed + 1 },
        });
        StringWriter log = new();
        visit.ToServer.Monitor = visit.ToClient.Monitor = new PacketLog(log);
        visit.Clock.RunUntil(Instant.FromSeconds(20));
        string text = log.ToString();
        Assert.That(text.Count(c => c == '\n'), Is.GreaterThan(10_000));
        foreach (string happened in (string[])[" + ", " - ", " x ", " > "])
            Assert.That(text, Does.Contain(happened));
        return Convert.ToHexString(SHA256.HashData(Encoding.ASCII.GetBytes(text)));
    }
}
