using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Simulators;

internal static class PacketLogs
{
    /// <summary>
    /// The maximum excess of any interval of the log over rate * time + depth, in bytes; negative if the depth was never exhausted.
    /// </summary>
    public static double ExcessBytes(this IReadOnlyList<Arrival> log, DataRate rate, double depthBytes)
    {
        double level = depthBytes, min = depthBytes;
        Instant last = log[0].At;
        foreach (Arrival arrival in log)
        {
            level = Math.Min(depthBytes, level + rate.BytesPerSecond * (arrival.At - last).Seconds) - arrival.Bytes;
            (last, min) = (arrival.At, Math.Min(min, level));
        }
        return -min;
    }
}
