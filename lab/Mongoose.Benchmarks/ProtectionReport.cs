using System.Globalization;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>Writes the results of <see cref="ProtectionDelay"/> as Markdown.</summary>
internal static class ProtectionReport
{
    private const int Packets = 500_000;

    private static readonly (string Name, ShaperOptions Options)[] Orders =
    [
        ("round robin", new ShaperOptions { Order = ServiceOrder.RoundRobin }),
        ("round robin, lending", new ShaperOptions { Order = ServiceOrder.RoundRobin, Lending = true }),
        ("sparse", new ShaperOptions()),
    ];

    public static void Run(TextWriter output)
    {
        output.WriteLine("Task's delay at the shaper in ms, "
            + $"over {Packets:N0} packets of {ProtectionDelay.TaskPacket} bytes in each line.");
        output.WriteLine($"The six other channels are saturated with packets of L = {ProtectionDelay.MaxPacket} bytes.");
        foreach (ProtectionDelay.Traffic traffic in Enum.GetValues<ProtectionDelay.Traffic>())
        {
            output.WriteLine();
            output.WriteLine(traffic == ProtectionDelay.Traffic.Singles
                ? "## Single packets, half of Task's rate"
                : "## Bursts of all that Task's bucket holds in the default order");
            output.WriteLine();
            output.WriteLine("| circuit R | burst, bytes | order | p50 | p99 | max | L/R | (L + burst)/R | 7*L/R |");
            output.WriteLine("|---|--:|---|--:|--:|--:|--:|--:|--:|");
            foreach (double kilobits in ProtectionDelay.CircuitsKilobits)
            {
                foreach ((string order, ShaperOptions options) in Orders)
                {
                    ProtectionDelay.Result result =
                        ProtectionDelay.Measure(options, traffic, DataRate.FromKilobitsPerSecond(kilobits), Packets);
                    output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                        $"| {kilobits} kbit/s | {result.BurstBytes} | {order} | {result.Percentile(50):0.0} "
                        + $"| {result.Percentile(99):0.0} | {result.Max:0.0} "
                        + $"| {result.Time(ProtectionDelay.MaxPacket):0.0} "
                        + $"| {result.Time(ProtectionDelay.MaxPacket + result.BurstBytes):0.0} "
                        + $"| {result.Time(7 * ProtectionDelay.MaxPacket):0.0} |"));
                }
            }
        }
    }
}
