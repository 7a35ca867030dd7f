using Mongoose.Client.Viewers;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

[NonParallelizable] // It measures.
public sealed class ModuleThroughputTests : ModuleFixture
{
    private const int MaxPacketBytes = 1400;

    /// <summary>
    /// The number of concurrent textures: many textures have only a few kilobytes, and sixteen of them would not fill a long path.
    /// </summary>
    private const int Outstanding = 64;

    /// <summary>Path control is off because it would interpret random losses as a full path.</summary>
    protected override string Settings => "PathControl = false";

    [OneTimeSetUp]
    public void LoadTextures() => LoadTextures(Grid);

    [Test, Measured]
    public void Textures_alone_fill_circuits_of_any_rate_and_distance_and_never_exceed_them()
    {
        LatenessProbe probe = new(Loop);
        Download[] circuits =
        [
            .. from circuit in (double[])[1.5, 5.12, 8]
               from rtt in (double[])[0, 100, 300]
               select new Download(this, circuit, rtt, loss: 0),
            new Download(this, 1.5, 100, loss: 0.01),
            new Download(this, 5.12, 100, loss: 0.01),
        ];
        Thread.Sleep(20_000);

        Duration latest = probe.Max;
        TestContext.Out.WriteLine($"the packet log is late by up to {latest}, and omits {probe.Stalled} of stalls");
        foreach (Download circuit in circuits)
        {
            double share = circuit.Share(fromSeconds: 5, toSeconds: 20);
            double excess = circuit.ExcessBytes(probe);
            TestContext.Out.WriteLine($"{circuit.Mbps} Mbit/s, RTT {circuit.RttMs} ms, loss {circuit.Loss:0.##%}: {share:0.0%}, "
                + $"excess {excess:0} bytes");
        }
        foreach (string line in Grid.Console.Ask("mongoose show circuits full"))
            TestContext.Out.WriteLine(line);
        Assert.That(probe.Stalled.Seconds, Is.LessThan(1), "otherwise the packet log proves little");
        Assert.Multiple(() =>
        {
            foreach (Download circuit in circuits)
            {
                Assert.That(circuit.Share(5, 20), Is.GreaterThanOrEqualTo(circuit.Loss > 0 ? 0.90 : 0.99), circuit.ToString());
                // A link with a delay adds its own lateness twice: when it receives a packet and when it forwards the packet.
                Duration late = Duration.Min(latest, LatenessProbe.Stall) * (circuit.RttMs > 0 ? 2 : 1);
                Assert.That(circuit.ExcessBytes(probe), Is.LessThanOrEqualTo(circuit.Rate.BytesIn(late)), circuit.ToString());
            }
        });
    }

    private sealed class Download
    {
        private readonly List<Arrival> _log = [];
        private readonly ModuleThroughputTests _test;
        private readonly Instant _start;

        public Download(ModuleThroughputTests test, double mbps, double rttMs, double loss)
        {
            _test = test;
            (Mbps, RttMs, Loss) = (mbps, rttMs, loss);
            var throttle = Circuit(mbps);
            Rate = throttle.Total;
            LinkOptions link = new()
            {
                Delay = Duration.FromMilliseconds(rttMs / 2),
                Loss = new BernoulliLoss(loss),
                Seed = 3,
                Queue = new() { Limit = QueueLimit.OfBytes(1 << 20) }
            };
            GridVisit visit = test.Visit(new ViewerOptions
            {
                Throttle = throttle,
                Textures = Textures(),
                TexturesOutstanding = Outstanding,
                RepeatTextures = true
            }, link, link with { Seed = 4 });
            test.Loop.Invoke(() => visit.Viewer.PacketArrived = _log.Add);
            _start = test.Loop.Now;
        }

        public DataRate Rate { get; }

        public double Mbps { get; }

        public double RttMs { get; }

        public double Loss { get; }

        public double Share(double fromSeconds, double toSeconds)
        {
            Instant from = _start + Duration.FromSeconds(fromSeconds), to = _start + Duration.FromSeconds(toSeconds);
            return DataRate.Of(Log().Where(a => a.At >= from && a.At < to).Sum(a => (long)a.Bytes), to - from) / Rate;
        }

        /// <summary>The maximum excess of any interval over rate * time + burst + one packet.</summary>
        public double ExcessBytes(LatenessProbe probe)
        {
            int depth = (int)Math.Max(CircuitShaper.MinParentBurstBytes, Rate.BytesIn(ShaperOptions.Default.Burst)) + MaxPacketBytes;
            return probe.Undisturbed(Log(), Duration.FromMilliseconds(RttMs / 2)).Max(part => part.ExcessBytes(Rate, depth));
        }

        public override string ToString() => $"{Mbps} Mbit/s, RTT {RttMs} ms, loss {Loss:0.##%}";

        private IEnumerable<Arrival> Log() => _test.Loop.Invoke(_log.ToArray).Where(a => a.At > _start + Duration.FromSeconds(2));
    }
}
