using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Tests.OpenSim;

internal static class PacketLogs
{
    /// <summary>The most that any interval of the log had beyond rate * time + depth, in bytes; negative where the depth was never used up.</summary>
    public static double ExcessBytes(this IReadOnlyList<Arrival> log, DataRate rate, double depthBytes)
    {
        double level = depthBytes, least = depthBytes;
        Instant last = log[0].At;
        foreach (Arrival arrival in log)
        {
            level = Math.Min(depthBytes, level + rate.BytesPerSecond * (arrival.At - last).Seconds) - arrival.Bytes;
            (last, least) = (arrival.At, Math.Min(least, level));
        }
        return -least;
    }
}
