using System.Buffers.Binary;

namespace Mongoose.Voice.Trunks;

/// <summary>A mixer's message to a neighbour: its position in the tree (as in IEEE 802.1D), and the time of its frames.</summary>
/// <param name="Root">The id of its root.</param>
/// <param name="Cost">Hops to the root.</param>
/// <param name="Run">A number that changes with each start.</param>
/// <param name="FrameMilliseconds">The time of its frames; neighbours must have the same.</param>
/// <param name="IsClosed">
/// Whether it refuses audio on this link, so that the neighbour sends none (<see cref="SpanningTree.Refuses"/>).
/// </param>
internal readonly record struct Hello(
    uint Mixer, uint Root, byte Cost, uint Run, byte FrameMilliseconds, bool IsClosed = false)
{
    internal const int Bytes = 16;

    private const byte ClosedBit = 1;

    internal void Write(Span<byte> data, byte version)
    {
        (data[0], data[1], data[2], data[3]) =
            (version, Cost, FrameMilliseconds, IsClosed ? ClosedBit : (byte)0);
        BinaryPrimitives.WriteUInt32BigEndian(data[4..], Mixer);
        BinaryPrimitives.WriteUInt32BigEndian(data[8..], Root);
        BinaryPrimitives.WriteUInt32BigEndian(data[12..], Run);
    }

    internal static Hello Read(ReadOnlySpan<byte> data) => new(
        BinaryPrimitives.ReadUInt32BigEndian(data[4..]),
        BinaryPrimitives.ReadUInt32BigEndian(data[8..]),
        data[1],
        BinaryPrimitives.ReadUInt32BigEndian(data[12..]),
        data[2],
        (data[3] & ClosedBit) != 0);
}
