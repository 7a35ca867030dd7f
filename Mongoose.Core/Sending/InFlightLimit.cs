using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Limit on a circuit's unacknowledged data: rate x (round trip + <see cref="Slack"/>), within bounds. It replaces OpenSim's limit of 50
/// packets, which keeps fast circuits on long paths below their rate.
/// </summary>
/// <param name="MinBytes">Lower bound of the limit, at least 1.</param>
/// <param name="MaxBytes">
/// Upper bound of the limit, at least <paramref name="MinBytes"/>. It limits the memory held for a viewer that has disconnected without
/// logging out, and the rate on long paths: 1 MiB allows 84 Mbit/s at a round trip of 100 ms.
/// </param>
/// <param name="Slack">Time added to the round trip, because viewers collect acks and because one resend must fit.</param>
public readonly record struct InFlightLimit(long MinBytes, long MaxBytes, Duration Slack)
{
    public static readonly InFlightLimit Default = new(64 * 1024, 1024 * 1024, Duration.FromMilliseconds(500));

    /// <summary>
    /// The packet limit is one packet per this many bytes of the byte limit. Each unacknowledged packet occupies a buffer of 4 KiB, however
    /// small the packet is, so memory is at most eight times the limit in bytes, unless the viewer acknowledges packets that were never
    /// sent to it.
    /// </summary>
    private const int BytesPerPacket = 512;

    /// <summary>The limit in bytes for a circuit rate and round trip.</summary>
    public long BytesAt(DataRate circuit, Duration roundTrip) => Math.Clamp(circuit.BytesIn(roundTrip + Slack), MinBytes, MaxBytes);

    /// <summary>Whether <paramref name="inFlight"/> is above a limit of <paramref name="bytes"/>.</summary>
    public static bool IsExceeded(in InFlight inFlight, long bytes) => inFlight.Bytes > bytes || inFlight.Packets > bytes / BytesPerPacket;
}
