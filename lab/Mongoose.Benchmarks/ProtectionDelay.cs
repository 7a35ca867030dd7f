using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>
/// Measures how long Task waits at the shaper while it stays within its rate and all six other channels are saturated with full packets.
/// The simulation is exact and steps from one grant to the next. The circuit's rate is split between the channels as in viewers.
/// </summary>
public static class ProtectionDelay
{
    public const int MaxPacket = 1200, TaskPacket = 200;

    public static readonly double[] CircuitsKilobits = [115.5, 500, 750, 1500];

    /// <summary>Arrival patterns of Task.</summary>
    public enum Traffic
    {
        /// <summary>Single packets at random times, at half of Task's rate. Two packets are never closer than the rate allows.</summary>
        Singles,
        /// <summary>
        /// Bursts of everything that Task's bucket holds in the default order, at random times: as soon as the bucket is full again, or up
        /// to the same time later. The burst is the same for every order, so that the delays are comparable.
        /// </summary>
        Bursts,
    }

    /// <summary>Delays of Task's packets from arrival to grant, in ascending order.</summary>
    public sealed record Result(DataRate Circuit, int BurstBytes, double[] Milliseconds)
    {
        public double Max => Milliseconds[^1];
        public double Percentile(double p) => Milliseconds[Math.Max(0, (int)Math.Ceiling(p / 100 * Milliseconds.Length) - 1)];

        /// <summary>The time that the circuit takes to send a number of bytes.</summary>
        public double Time(int bytes) => bytes / Circuit.BytesPerSecond * 1e3;
    }

    /// <summary>Bytes that Task's bucket holds in the default order.</summary>
    private static int BurstBytes(DataRate circuit)
    {
        var shaper = new CircuitShaper(ShaperOptions.Default, Instant.Zero);
        shaper.SetRates(circuit, ViewerSplit.Of(circuit), Instant.Zero);
        return shaper.ChannelBurstBytes(Channel.Task);
    }

    public static Result Measure(ShaperOptions options, Traffic traffic, DataRate circuit, int packets)
    {
        var now = Instant.Zero;
        var shaper = new CircuitShaper(options, now);
        shaper.SetRates(circuit, ViewerSplit.Of(circuit), now);
        var queues = new ChannelQueues<Instant>();
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            if (channel != Channel.Task)
                queues.Enqueue(channel, now, MaxPacket);
        }

        var random = new Random(20261121);
        var delays = new List<double>(packets);
        int burst = BurstBytes(circuit);
        int atOnce = traffic == Traffic.Singles ? TaskPacket : burst;
        Duration minInterval = shaper.ChannelRate(Channel.Task).TimeToSend(atOnce);
        Instant arrival = Instant.FromSeconds(60), wake = now;
        while (delays.Count < packets)
        {
            now = Instant.Min(arrival, wake);
            if (now == arrival)
            {
                for (int bytes = atOnce; bytes > 0; bytes -= TaskPacket)
                    queues.Enqueue(Channel.Task, now, Math.Min(bytes, TaskPacket));
                arrival += minInterval * (1 + (traffic == Traffic.Singles ? 2 : 1) * random.NextDouble());
            }
            long atThisInstant = 0;
            while (shaper.TryNext(queues, now, out Grant grant))
            {
                if ((atThisInstant += grant.Bytes) > shaper.BurstBytes)
                    throw new InvalidOperationException($"{atThisInstant} bytes granted at {now}, burst {shaper.BurstBytes}");
                queues.TryDequeue(grant.Channel, out Instant arrived);
                if (grant.Channel == Channel.Task)
                    delays.Add((now - arrived).Milliseconds);
                else
                    queues.Enqueue(grant.Channel, now, MaxPacket);
            }
            wake = shaper.NextGrantAt(queues, now);
            if (wake <= now)
                throw new InvalidOperationException($"asked to come back immediately, at {now}");
        }
        delays.Sort();
        return new Result(circuit, burst, [.. delays]);
    }
}
