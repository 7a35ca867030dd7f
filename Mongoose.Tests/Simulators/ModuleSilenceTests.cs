using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Four viewers that download textures at 8 Mbit/s, and then stop acknowledging, each in its own way. Packets are counted on the line to
/// the viewer, at the size of the largest, so that those that a frozen viewer does not read count too. Viewers that read everything count
/// bytes.
/// </summary>
[NonParallelizable] // It measures.
public sealed class ModuleSilenceTests : ModuleFixture
{
    private const int MaxPacketBytes = 1400, ProbeBytes = 20_000;
    private const int StopsAt = 12, FreezeSeconds = 30, EndsAt = StopsAt + 78;
    private const double MaxUnackedKilobytes = 1049 + 1.4;

    private static readonly Duration Delay = Duration.FromMilliseconds(25);

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = 8 };

    [OneTimeSetUp]
    public void LoadTextures() => LoadTextures(Grid, Downloads());

    [Test, Measured]
    public void Viewers_that_stop_acknowledging_cost_2_percent_of_their_rate_in_the_worst_second()
    {
        Watched never = Enter(AckManner.AtOnce), vanished = Enter(AckManner.AtOnce), slow = Enter(AckManner.AtOnce),
            frozen = Enter(AckManner.Processed);
        Watched[] all = [never, vanished, slow, frozen];
        Wait(all, StopsAt);
        never.ChangeAcks(AckManner.Never);
        slow.ChangeAcks(AckManner.OnePerSecond);
        vanished.Line.IsDown = true;
        Instant stopped = Loop.Now;
        Wait(all, EndsAt - StopsAt);
        foreach (Watched viewer in all)
            TestContext.Out.WriteLine(viewer.Describe());

        Instant measured = stopped + Duration.FromSeconds(3), end = Loop.Now, freeze = frozen.EnteredAt + Watched.FreezesAfter;
        Instant returned = freeze + Duration.FromSeconds(FreezeSeconds);
        Assert.Multiple(() =>
        {
            Assert.That(all.Select(viewer => viewer.MaxUnacked), Has.All.LessThanOrEqualTo(MaxUnackedKilobytes), "kB");
            Assert.That(never.BusiestSecond(measured, end), Is.LessThanOrEqualTo(ProbeBytes), "never acks");
            Assert.That(vanished.BusiestSecond(measured, end), Is.LessThanOrEqualTo(ProbeBytes), "vanished");
            Assert.That(CircuitRow.Find(Grid, vanished.Visit), Is.Null, "OpenSimulator closes the circuit of a viewer that has vanished");
            Assert.That(slow.BusiestSecondReceived(stopped + Duration.FromSeconds(5), end),
                Is.LessThanOrEqualTo(ProbeBytes + 2 * MaxPacketBytes), "one ack per second");
            Assert.That(frozen.BusiestSecond(freeze + Duration.FromSeconds(4), returned - Duration.FromSeconds(1)),
                Is.LessThanOrEqualTo(ProbeBytes), "frozen");
            Assert.That(
                frozen.Packets(returned + Duration.FromSeconds(2), returned + Duration.FromSeconds(7)),
                Is.GreaterThanOrEqualTo(0.9 * frozen.Packets(freeze - Duration.FromSeconds(6), freeze - Duration.FromSeconds(1))),
                "its rate again");
        });
    }

    private static IReadOnlyList<Guid> Downloads() => [.. Textures().Take(32)];

    private Watched Enter(AckManner acks)
    {
        SwitchedLine line = new(), down = new();
        ViewerOptions viewer = new()
        {
            Throttle = Circuit(8),
            Textures = Downloads(),
            TexturesOutstanding = 64,
            RepeatTextures = true,
            Walks = true,
            Acks = acks,
            Frames = acks == AckManner.Processed
                ? new FrameOptions
                {
                    HitchInterval = Watched.FreezesAfter,
                    HitchLength = Duration.FromSeconds(FreezeSeconds),
                    SocketBytes = 800_000
                }
                : new FrameOptions(),
        };
        Instant before = Loop.Now;
        GridVisit visit = Visit(viewer, new LinkOptions { Delay = Delay, Loss = line }, new LinkOptions { Delay = Delay, Loss = down });
        return new Watched(visit, before, line, down, Loop);
    }

    private void Wait(Watched[] viewers, double seconds)
    {
        Instant until = Loop.Now + Duration.FromSeconds(seconds);
        while (Loop.Now < until)
        {
            Thread.Sleep(500);
            foreach (Watched viewer in viewers)
                viewer.Record(CircuitRow.Find(Grid, viewer.Visit));
        }
    }

    /// <summary>A viewer, and what the region sent to it.</summary>
    private sealed class Watched(GridVisit visit, Instant enteredAt, SwitchedLine up, SwitchedLine down,
        Mongoose.Runtime.Time.RealTimeLoop loop)
    {
        private readonly List<(Instant At, int Bytes)> _received = [];
        private long _receivedBefore;

        /// <summary>After the same time from the beginning of the freeze, the viewer would freeze again.</summary>
        public static readonly Duration FreezesAfter = Duration.FromSeconds(48);

        public GridVisit Visit { get; } = visit;

        public Instant EnteredAt { get; } = enteredAt;

        /// <summary>The line from the viewer.</summary>
        public SwitchedLine Line { get; } = up;

        /// <summary>In kB.</summary>
        public double MaxUnacked { get; private set; }

        public void ChangeAcks(AckManner manner) => loop.Invoke(() => Visit.Viewer.ChangeAcks(manner));

        /// <summary>Called twice a second.</summary>
        public void Record(CircuitRow? row)
        {
            MaxUnacked = Math.Max(MaxUnacked, row?.UnackedKilobytes ?? 0);
            loop.Invoke(() =>
            {
                _received.Add((loop.Now, (int)(Visit.Viewer.BytesReceived - _receivedBefore)));
                _receivedBefore = Visit.Viewer.BytesReceived;
            });
        }

        /// <summary>The bytes of the viewer's busiest second, in steps of half a second, so up to half a second too much.</summary>
        public long BusiestSecondReceived(Instant from, Instant to) =>
            BusiestWindow.Second(_received.Where(one => one.At >= from && one.At < to));

        public int Packets(Instant from, Instant to) => SentBetween(from, to).Length;

        public long BusiestSecond(Instant from, Instant to) =>
            BusiestWindow.Second(SentBetween(from, to).Select(at => (at, MaxPacketBytes)));

        public string Describe()
        {
            Instant[] sent = SentBetween(EnteredAt, Instant.Never);
            IEnumerable<int> perSecond = sent.GroupBy(at => (int)(at - EnteredAt).Seconds).OrderBy(second => second.Key)
                .Select(second => second.Count());
            return $"{Visit.Login.AgentId}: most unacknowledged {MaxUnacked} kB; "
                + $"packets per second with packets: {string.Join(' ', perSecond)}; "
                + $"kB received per half second: {string.Join(' ', _received.Select(one => one.Bytes / 1000))}";
        }

        private Instant[] SentBetween(Instant from, Instant to) =>
            loop.Invoke(() => down.Sent.Where(at => at >= from && at < to).ToArray());
    }

    /// <summary>A line that can fail, and notes its packets. Used on the loop's thread.</summary>
    private sealed record SwitchedLine : LossModel, ILossProcess
    {
        public bool IsDown { get; set; }

        public List<Instant> Sent { get; } = [];

        public override ILossProcess Start(SeededRandom random, Instant now) => this;

        public bool LosesNext(Instant sent)
        {
            Sent.Add(sent);
            return IsDown;
        }
    }
}
