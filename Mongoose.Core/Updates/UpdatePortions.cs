using Mongoose.Core.Lludp;

namespace Mongoose.Core.Updates;

/// <summary>
/// The bytes that OpenSim is asked for when it makes pending updates into packets. OpenSim takes updates until its estimate of their sizes
/// reaches the requested amount, and the portion's last packet ends with the portion. So a portion of standing objects fills whole
/// packets, and avatars that have moved get a portion of their own: in a portion of both, OpenSim queues motion after full updates.
/// <para>
/// The number of updates that fill a packet is learned from the packets sent, because objects' updates differ in size and OpenSim's
/// estimates are constants.
/// </para>
/// </summary>
public sealed class UpdatePortions
{
    /// <summary>OpenSim's estimate of the size of a packet's header, and of an avatar's motion.</summary>
    public const int HeaderEstimate = 18, MotionEstimate = 63;

    /// <summary>The maximum size of a packet with full updates: OpenSim keeps 300 of its 1200 bytes free.</summary>
    public const int FullPacketBytes = 900;

    /// <summary>OpenSim's estimate of the size of an object's full update.</summary>
    public const int FullEstimate = 150;

    private const double Smoothing = 0.25;

    private static readonly Kind Full = new(FullEstimate, FullPacketBytes, 191);
    private static readonly Kind Compressed = new(120, 1000, 150);
    private static readonly Kind Cached = new(12, 1187, 12);

    private Kind _kind = Full;
    private double _updateBytes = Full.TypicalBytes;

    /// <summary>Learns from a packet that was sent, whether it is an update or not.</summary>
    public void Learn(ReadOnlySpan<byte> datagram)
    {
        if (!UpdateMessage.TryCount(datagram, out MessageId message, out int updates) || updates == 0 || KindOf(message) is not { } kind)
            return;
        double bytes = (datagram.Length - HeaderEstimate) / (double)updates;
        _updateBytes = kind == _kind ? _updateBytes + Smoothing * (bytes - _updateBytes) : bytes;
        _kind = kind;
    }

    /// <summary>The amount to request, in bytes of OpenSim's estimates.</summary>
    /// <param name="bytes">About how many bytes of packets are wanted: whole packets, or less than one.</param>
    /// <param name="moved">Number of avatars whose updates OpenSim takes before all others.</param>
    public int Estimate(long bytes, int moved)
    {
        // OpenSim stops at the update that exhausts the amount, so half an estimate less than the sum of all yields this number of updates.
        if (moved > 0)
            return (int)Math.Min(HeaderEstimate + (moved - 0.5) * MotionEstimate, Math.Max(bytes, HeaderEstimate + 1));
        double updateBytes = Math.Max(1, _updateBytes), perPacket = Math.Floor((_kind.PacketBytes - HeaderEstimate) / updateBytes);
        double updates = bytes < FullPacketBytes
            ? Math.Min(Math.Ceiling(bytes / updateBytes), perPacket) : bytes / FullPacketBytes * perPacket;
        return (int)Math.Min(HeaderEstimate + (Math.Max(1, updates) - 0.5) * _kind.Estimate, int.MaxValue);
    }

    private static Kind? KindOf(MessageId message) => message switch
    {
        MessageId.ObjectUpdate => Full,
        MessageId.ObjectUpdateCompressed => Compressed,
        MessageId.ObjectUpdateCached => Cached,
        _ => null,
    };

    /// <summary>A kind of update of standing objects.</summary>
    /// <param name="Estimate">OpenSim's estimate of an update's size.</param>
    /// <param name="PacketBytes">The size at which OpenSim ends a packet.</param>
    /// <param name="TypicalBytes">The size of an update before any has been seen.</param>
    private sealed record Kind(int Estimate, int PacketBytes, double TypicalBytes);
}
