using System.Globalization;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Benchmarks;

/// <summary>
/// The cost for a region's sender when clients constantly change their rates. Circuits always have packets and are polled as in OpenSim, in
/// simulated time. The port sends nothing, so only the sender's own work is measured.
/// </summary>
internal static class RateChangeCost
{
    private const int Circuits = 1000, Rounds = 15;
    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(1);
    private static readonly Duration ChangeInterval = Duration.FromMilliseconds(100), Slice = Duration.FromSeconds(1);

    /// <summary>Minimum sleep of the sender's thread.</summary>
    private static readonly Duration Sleep = Duration.FromMilliseconds(1);

    public static void Run(TextWriter text)
    {
        text.WriteLine("| circuits of 1 Mbit/s | region's limit | a second at constant rates "
            + "| rates that change each 100 ms | ratio | allocated |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|");
        Measure(text, DataRate.Zero);
        Measure(text, Rate * (Circuits / 2.0));
    }

    private static void Measure(TextWriter text, DataRate limit)
    {
        Region constant = new(limit), changing = new(limit);
        double constantTime = double.MaxValue, changingTime = double.MaxValue;
        long allocated = 0;
        // Alternate both and take the best of each, because other work on the machine only adds time.
        for (int round = 0; round < Rounds; round++)
        {
            constantTime = Math.Min(constantTime, constant.Run(changesRates: false).Milliseconds);
            long before = GC.GetAllocatedBytesForCurrentThread();
            changingTime = Math.Min(changingTime, changing.Run(changesRates: true).Milliseconds);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }
        string name = limit == DataRate.Zero ? "none" : limit.ToString();
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {Circuits} | {name} | {constantTime:0.0} ms | {changingTime:0.0} ms "
                + $"| {changingTime / constantTime:0.00} | {allocated} bytes |"));
    }

    private sealed class Region
    {
        private readonly RegionSender<Port> _sender;
        private Instant _now = Instant.Zero;
        private double _changes;
        private int _changed;

        public Region(DataRate limit)
        {
            _sender = new RegionSender<Port>(
                new SendingOptions { Polling = PollPolicy.OpenSim }, limit, static (_, exception) => throw exception, _now);
            for (int i = 0; i < Circuits; i++)
                _sender.Open(new Port(), _now);
        }

        /// <summary>Simulates a second of the region and returns the processor time that it took.</summary>
        public Duration Run(bool changesRates)
        {
            Duration before = ThreadCpuTime.Current()!.Value;
            for (Instant end = _now + Slice; _now < end;)
            {
                Instant next = Instant.Max(_sender.Serve(_now), _now + Sleep);
                if (changesRates)
                    ChangeRates(next - _now);
                _now = next;
            }
            return ThreadCpuTime.Current()!.Value - before;
        }

        /// <summary>Changes one circuit after another, each once per interval.</summary>
        private void ChangeRates(Duration elapsed)
        {
            for (_changes += elapsed / ChangeInterval * Circuits; _changes >= 1; _changes--)
            {
                CircuitSender<Port> circuit = _sender.Circuits[_changed++ % Circuits];
                circuit.Port.SetRate(Rate * (_changed / Circuits % 2 == 0 ? 0.95 : 1.05));
                circuit.Notify(CircuitEvents.Rates);
            }
        }
    }

    private sealed class Port : ICircuitPort
    {
        private readonly ChannelQueues<object> _queues = new();
        private readonly object _packet = new();

        public Port()
        {
            SetRate(Rate);
            foreach (Channel channel in ChannelSet.All)
            {
                for (int i = 0; i < 4; i++)
                    _queues.Enqueue(channel, _packet, 1000);
            }
        }

        public CircuitRates Rates { get; private set; }

        public InFlight InFlight => default;

        public PathTimes Path => new(Duration.FromMilliseconds(100), Duration.FromMilliseconds(400));

        public void SetRate(DataRate rate) => Rates = new CircuitRates(rate, ViewerSplit.Of(rate));

        public int HeadBytes(Channel channel) => _queues.HeadBytes(channel);

        public int QueuedPackets(Channel channel) => _queues.Packets(channel);

        public ChannelSet FindBacklog() => ChannelSet.All;

        public RefillResult Refill(Channel channel, long bytes) => RefillResult.Nothing;

        public uint? Send(in Grant grant)
        {
            _queues.TryDequeue(grant.Channel, out _);
            _queues.Enqueue(grant.Channel, _packet, 1000);
            return null;
        }

        /// <summary>Nothing is ever lost, so nothing is resent.</summary>
        public bool Resend(uint number) => false;

        public bool IsUnacked(uint number) => false;

        public void SetResendTimeout(Duration? timeout)
        {
            // No timer ever resends a packet.
        }
    }
}
