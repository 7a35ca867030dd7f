using System.Buffers.Binary;

namespace Mongoose.Testbed.Particles;

/// <summary>The state of one particle in one frame.</summary>
/// <param name="Id">The particle's number, from 0.</param>
/// <param name="Frame">The frame in which it has this position, from 0.</param>
/// <param name="X">Position in m.</param>
/// <param name="Y">Position in m.</param>
/// <param name="Z">Position in m.</param>
internal readonly record struct ParticleValue(int Id, int Frame, float X, float Y, float Z)
{
    /// <summary>Bytes of a message: id and frame of 4 bytes each, and three floats, all big-endian.</summary>
    public const int Bytes = 20;

    /// <summary>Bytes of a message without the particle's number, for peers that send the number as a key.</summary>
    public const int BodyBytes = Bytes - 4;

    /// <summary>Writes the message; later bytes are not changed.</summary>
    public void Write(Span<byte> message)
    {
        BinaryPrimitives.WriteInt32BigEndian(message, Id);
        WriteBody(message[4..]);
    }

    /// <summary>Writes the message without the particle's number.</summary>
    public void WriteBody(Span<byte> body)
    {
        BinaryPrimitives.WriteInt32BigEndian(body, Frame);
        BinaryPrimitives.WriteSingleBigEndian(body[4..], X);
        BinaryPrimitives.WriteSingleBigEndian(body[8..], Y);
        BinaryPrimitives.WriteSingleBigEndian(body[12..], Z);
    }

    public static ParticleValue Read(ReadOnlySpan<byte> message) => ReadBody(BinaryPrimitives.ReadInt32BigEndian(message), message[4..]);

    public static ParticleValue ReadBody(int id, ReadOnlySpan<byte> body) => new(
        id,
        BinaryPrimitives.ReadInt32BigEndian(body),
        BinaryPrimitives.ReadSingleBigEndian(body[4..]),
        BinaryPrimitives.ReadSingleBigEndian(body[8..]),
        BinaryPrimitives.ReadSingleBigEndian(body[12..]));
}
