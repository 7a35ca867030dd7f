using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Testbed.Downloads.Simulated;

namespace Mongoose.Tests.Testbed.Downloads.Pacing;

/// <summary>A visitor who needs one texture now and then: TCP begins slowly, and pacing must not add to that.</summary>
public sealed class SingleDownloadTests
{
    private const int SegmentBytes = 1448;

    [Test]
    public void A_texture_after_a_silence_takes_no_longer_than_TCP_takes(
        [Values(5, 20, 100)] int megabits, [Values(20, 60, 200)] int roundTrip, [Values(30_000, 300_000)] int bytes,
        [Values(0, 30)] int silence)
    {
        Duration plain = TimeOf(megabits, roundTrip, bytes, silence, isPaced: false),
            paced = TimeOf(megabits, roundTrip, bytes, silence, isPaced: true);
        TestContext.Out.WriteLine($"{plain.Milliseconds:0} ms, paced {paced.Milliseconds:0} ms");
        // Nothing is known of a line before the first texture.
        Assert.That(paced / plain, Is.LessThanOrEqualTo(silence > 0 ? 1.15 : 1.3));
    }

    private static Duration TimeOf(int megabits, int roundTripMs, int bytes, int silenceSeconds, bool isPaced)
    {
        DataRate rate = DataRate.FromMegabitsPerSecond(megabits);
        Duration roundTrip = Duration.FromMilliseconds(roundTripMs);
        LinkOptions down = new()
        {
            Rate = rate,
            Delay = roundTrip / 2,
            Queue = new QueueOptions { LimitBytes = Math.Max(30_000, 2 * rate.BytesIn(roundTrip)) }
        };
        FlowRig flows = new(down, new LinkOptions { Rate = rate, Delay = roundTrip / 2 });
        TcpFlow flow = flows.NewFlow(
            new TcpOptions { CongestionControl = CongestionControls.Find("cubic")!, RestartAfterIdle = true, Handshake = false }, 1);
        VisitorPacing pacing = new(flows.Clock, DownloadOptions.Default);
        TcpDownload download = new(flow, SegmentBytes);
        // The connection has carried another texture before.
        for (int before = silenceSeconds > 0 ? 1 : 0; before >= 0; before--)
        {
            Instant start = flows.Clock.Now;
            long end = flow.DeliveredBytes + bytes;
            if (isPaced)
            {
                download.Begin(bytes, DownloadOrder.Bulk);
                pacing.Add(download);
            }
            else
                flow.Write(bytes);
            while (flow.DeliveredBytes < end)
                flows.Clock.RunFor(Duration.FromMilliseconds(1));
            if (before == 0)
                return flows.Clock.Now - start;
            flows.Clock.RunFor(Duration.FromSeconds(silenceSeconds));
        }
        throw new InvalidOperationException();
    }
}
