using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Limit on a circuit's unacknowledged data: what its rate carries in a round trip and some time more, within bounds. It replaces OpenSim's
/// limit of 50 packets, which holds fast circuits over long paths below their rate.
/// </summary>
/// <param name="MinBytes">Lower bound of the limit, at least 1.</param>
/// <param name="MaxBytes">
/// Upper bound, at least <paramref name="MinBytes"/>. It bounds the memory that a vanished viewer holds, and the rate over long paths:
/// 1 MiB carries 84 Mbit/s at a round trip of 100 ms.
/// </param>
/// <param name="Slack">Time beyond the round trip: viewers collect acks, and one resend must fit.</param>
public readonly record struct InFlightLimit(long MinBytes, long MaxBytes, Duration Slack)
{
    public static readonly InFlightLimit Default = new(64 * 1024, 1024 * 1024, Duration.FromMilliseconds(500));

    /// <summary>
    /// Bytes of the limit per packet of the limit. A buffer of 4 KiB stands behind each unacknowledged packet, however small the packet:
    /// memory is at most eight times the limit in bytes, while the viewer acknowledges no packets that it was never sent.
    /// </summary>
    private const int BytesPerPacket = 512;

    /// <summary>The limit in bytes at a circuit rate.</summary>
    public long BytesAt(DataRate circuit, Duration roundTrip) => Math.Clamp(circuit.BytesIn(roundTrip + Slack), MinBytes, MaxBytes);

    /// <summary>Whether <paramref name="inFlight"/> is above a limit of <paramref name="bytes"/>.</summary>
    public static bool IsExceeded(in InFlight inFlight, long bytes) => inFlight.Bytes > bytes || inFlight.Packets > bytes / BytesPerPacket;
}
