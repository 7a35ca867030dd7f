using System.Buffers;

namespace Mongoose.Mixer.Recordings;

/// <summary>Packets in the order of their places, until they are recorded.</summary>
internal sealed class PacketQueue
{
    private readonly List<Packet> _packets = [];

    /// <summary>Adds a packet; returns false if its place is taken.</summary>
    public bool TryAdd(PacketPlace place, uint number, ReadOnlySpan<byte> payload)
    {
        int at = _packets.Count;
        while (at > 0 && _packets[at - 1].Place.CompareTo(place) > 0)
            at--;
        if (at > 0 && _packets[at - 1].Place == place)
            return false;
        byte[] copy = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(copy);
        _packets.Insert(at, new Packet(place, number, copy, payload.Length));
        return true;
    }

    /// <summary>
    /// Takes the first packet if its time is at most <paramref name="limit"/>; return its buffer with <see cref="Return"/>.
    /// </summary>
    public bool TryTake(long limit, out Packet packet)
    {
        packet = _packets.Count > 0 ? _packets[0] : default;
        if (_packets.Count == 0 || packet.Place.Time > limit)
            return false;
        _packets.RemoveAt(0);
        return true;
    }

    public static void Return(in Packet packet) => ArrayPool<byte>.Shared.Return(packet.Buffer);

    /// <param name="Place">The packet's position in the recording.</param>
    /// <param name="Number">The extended sequence number.</param>
    /// <param name="Buffer">Holds the payload.</param>
    /// <param name="Length">The payload's bytes.</param>
    internal readonly record struct Packet(PacketPlace Place, uint Number, byte[] Buffer, int Length)
    {
        public ReadOnlySpan<byte> Payload => Buffer.AsSpan(0, Length);
    }
}
