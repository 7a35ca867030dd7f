using Mongoose.Client.Viewers;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// Viewers that download textures at 8 Mbit/s over a path of 50 ms, and stop acknowledging after 10 s. The bounds hold in every second,
/// from three seconds after the last ack on, and at every moment for the unacknowledged packets.
/// </summary>
public sealed class SilentViewerTests
{
    private const int MaxPacketBytes = 1400, StopsAt = 10;
    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(8);

    /// <summary>2 % of the rate.</summary>
    private static readonly long ProbeBytes = (Rate * 0.02).BytesIn(Duration.FromSeconds(1));

    private static readonly SendingOptions[] Options =
    [
        SendingOptions.Default,
        SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true },
        SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true, Polling = PollPolicy.OpenSim },
    ];

    [Test]
    public void A_viewer_that_never_acks_but_sends_AgentUpdates([ValueSource(nameof(Options))] SendingOptions options)
    {
        Story story = new(options);
        story.Run(StopsAt);
        story.Viewer.ChangeAcks(AckManner.Never);
        story.Run(300);
        story.Report();
        Assert.That(story.BusiestSecond(StopsAt + 3, StopsAt + 300), Is.LessThanOrEqualTo(ProbeBytes));
        Assert.That(story.MaxUnacked.Bytes, Is.LessThanOrEqualTo(Window() + MaxPacketBytes));
        Assert.That(story.Circuit.IsClosed, Is.False, "the region still hears the viewer");
    }

    [Test]
    public void A_viewer_that_vanishes([ValueSource(nameof(Options))] SendingOptions options)
    {
        Story story = new(options);
        story.Run(StopsAt);
        story.Viewer.Dispose();
        story.Run(65);
        story.Report();
        Assert.That(story.BusiestSecond(StopsAt + 3, StopsAt + 65), Is.LessThanOrEqualTo(ProbeBytes));
        Assert.That(story.MaxUnacked.Bytes, Is.LessThanOrEqualTo(Window() + MaxPacketBytes));
        Assert.That(story.Circuit.IsClosed, Is.True, "after 60 s");
    }

    /// <summary>Its socket holds the packets that fit. The times of the freeze differ in how far the last frame has come.</summary>
    [Test]
    public void A_viewer_that_freezes_for_30_s(
        [ValueSource(nameof(Options))] SendingOptions options, [Values(40, 40.07, 40.28, 40.42, 41.5)] double freezesAt)
    {
        FrameOptions frames = new()
        {
            HitchInterval = Duration.FromSeconds(freezesAt),
            HitchLength = Duration.FromSeconds(30),
        };
        Story story = new(options, new ViewerOptions { Acks = AckManner.Processed, Frames = frames });
        story.Run(freezesAt + 40);
        story.Report();
        Assert.That(story.BusiestSecond(freezesAt + 4, freezesAt + 29), Is.LessThanOrEqualTo(ProbeBytes));
        Assert.That(story.Sent(freezesAt + 32, freezesAt + 36), Is.GreaterThanOrEqualTo(0.9 * story.Sent(freezesAt - 5, freezesAt - 1)),
            "its rate again");
    }

    /// <summary>
    /// Lines of 0.5 to 7.5 Mbit/s, which the viewer fills. Freezes begin in any state of path control. At a low frame rate, two late acks
    /// in a row can look like a queue, and end the start too early.
    /// </summary>
    [Test]
    public void Whatever_the_line_a_viewer_that_froze_has_its_rate_again()
    {
        double[] shares = [.. Enumerable.Range(0, 40).Select(ShareAfterFreeze)];
        TestContext.Out.WriteLine(string.Join(' ', shares.Select(share => $"{share:0.00}")));
        Assert.Multiple(() =>
        {
            Assert.That(shares.Average(), Is.GreaterThan(0.95));
            Assert.That(shares.Count(share => share < 0.7), Is.LessThanOrEqualTo(2));
            Assert.That(shares, Has.All.GreaterThan(0.3));
        });
    }

    /// <summary>The rate from two to eight seconds after a freeze on a random line, divided by the rate before.</summary>
    private static double ShareAfterFreeze(int seed)
    {
        Random random = new(seed);
        double freezesAt = 42 + 20 * random.NextDouble(), length = 2.5 + 27 * random.NextDouble();
        ViewerOptions viewer = new()
        {
            Acks = AckManner.Processed,
            Frames = new FrameOptions
            {
                HitchInterval = Duration.FromSeconds(freezesAt),
                HitchLength = Duration.FromSeconds(length),
                FramesPerSecond = 10 + 50 * random.NextDouble(),
            },
        };
        LinkOptions line = new()
        {
            Delay = Duration.FromMilliseconds(5 + 100 * random.NextDouble()),
            Bandwidth = new FixedBandwidth(DataRate.FromMegabitsPerSecond(0.5 + 7 * random.NextDouble())),
            Queue = new QueueOptions { LimitBytes = 20_000 + random.Next(150_000) },
        };
        Story story = new(Options[1], viewer, line: line);
        story.Run(freezesAt + length + 8);
        return story.Sent(freezesAt + length + 2, freezesAt + length + 8) / 6.0 / (story.Sent(freezesAt - 6, freezesAt - 1) / 5.0);
    }

    /// <summary>A line that is down: no packet sent meanwhile has arrived.</summary>
    [Test]
    public void A_viewer_whose_acks_are_lost_for_30_s([ValueSource(nameof(Options))] SendingOptions options)
    {
        Story story = new(options);
        story.Run(StopsAt);
        story.Viewer.ChangeAcks(AckManner.Never);
        story.Run(30);
        story.Viewer.ChangeAcks(AckManner.AtOnce);
        story.Run(15);
        story.Report();
        Assert.That(story.BusiestSecond(StopsAt + 3, StopsAt + 30), Is.LessThanOrEqualTo(ProbeBytes));
        // The next probe may be four seconds away.
        Assert.That(story.Sent(StopsAt + 40, StopsAt + 45), Is.GreaterThanOrEqualTo(0.9 * 5 * Rate.BytesPerSecond), "its rate again");
    }

    [Test]
    public void A_viewer_that_acks_one_packet_per_second([ValueSource(nameof(Options))] SendingOptions options)
    {
        Story story = new(options);
        story.Run(StopsAt);
        story.Viewer.ChangeAcks(AckManner.OnePerSecond);
        story.Run(120);
        story.Report();
        Assert.That(story.BusiestSecond(StopsAt + 5, StopsAt + 120), Is.LessThanOrEqualTo(ProbeBytes + 2 * MaxPacketBytes),
            "2 % and the acked packet");
        Assert.That(story.MaxUnacked.Bytes, Is.LessThanOrEqualTo(InFlightLimit.Default.MaxBytes + MaxPacketBytes));
    }

    /// <summary>docs/results/silent-viewers.md has the figures.</summary>
    [Test]
    public void Stock_stalls_a_viewer_at_fifty_unacknowledged_packets([Values(AckManner.Never, AckManner.OnePerSecond)] AckManner acks)
    {
        Story story = new(SendingOptions.Default, outbound: OutboundNames.Stock);
        story.Run(StopsAt);
        story.Viewer.ChangeAcks(acks);
        story.Run(120);
        story.Report();
        Assert.That(story.MaxUnacked.Packets, Is.InRange(50, 60));
    }

    private static long Window() => InFlightLimit.Default.BytesAt(Rate, Duration.FromMilliseconds(100));

    /// <summary>A visit, with the unacknowledged packets at every tenth of a second.</summary>
    private sealed class Story
    {
        private readonly LoggedVisit _visit;

        public Story(SendingOptions options, ViewerOptions? habits = null, string outbound = OutboundNames.Mongoose,
            LinkOptions? line = null)
        {
            VisitPlan plan = LoggedVisit.TexturesOnly(outbound, Rate, rttMs: 50);
            _visit = new LoggedVisit(plan with
            {
                ToClient = line ?? plan.ToClient,
                Region = plan.Region with { Sending = options },
                Viewer = plan.Viewer with
                {
                    TexturesOutstanding = 64,
                    Walks = true,
                    Acks = habits?.Acks ?? AckManner.AtOnce,
                    Frames = habits?.Frames ?? new FrameOptions(),
                },
            });
            Run(1);
            Circuit = _visit.Region.Circuits.Single();
        }

        public Viewer Viewer => _visit.Viewer;

        public Circuit Circuit { get; }

        public (int Packets, long Bytes) MaxUnacked { get; private set; }

        public void Run(double seconds)
        {
            for (int tenth = 0; tenth < 10 * seconds; tenth++)
            {
                _visit.Clock.RunFor(Duration.FromMilliseconds(100));
                if (Circuit is not null)
                    MaxUnacked =
                        (Math.Max(MaxUnacked.Packets, Circuit.UnackedPackets), Math.Max(MaxUnacked.Bytes, Circuit.UnackedBytes));
            }
        }

        public long Sent(double from, double to) => Between(from, to).Sum(packet => (long)packet.Bytes);

        public long BusiestSecond(double from, double to) => BusiestWindow.Second(Between(from, to));

        public void Report()
        {
            for (int second = 0; second < _visit.Clock.Now.Seconds; second += 5)
                TestContext.Out.Write($"{second}: {Sent(second, second + 5) / 5000.0:0.0} "
                    + $"(worst {BusiestSecond(second, second + 5) / 1000.0:0.0}) kB/s; ");
            TestContext.Out.WriteLine($"\nunacknowledged: {MaxUnacked.Packets} packets, {MaxUnacked.Bytes} bytes");
        }

        private IEnumerable<(Instant At, int Bytes)> Between(double from, double to)
        {
            (Instant start, Instant end) = (Instant.FromSeconds(from + 1), Instant.FromSeconds(to + 1));
            return _visit.Sent.Where(packet => packet.At >= start && packet.At < end).Select(packet => (packet.At, packet.Bytes));
        }
    }
}
