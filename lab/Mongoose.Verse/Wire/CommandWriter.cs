using System.Buffers.Binary;

namespace Mongoose.Verse.Wire;

/// <summary>Writes system commands, one after the other. The caller provides room for them.</summary>
public ref struct CommandWriter(Span<byte> target)
{
    /// <summary>The most commands that a packet may contain.</summary>
    public const int MaxCommands = 64;

    /// <summary>The size of an ACK or NAK, in bytes.</summary>
    public const int VerdictBytes = 5;

    /// <summary>The size of <see cref="CommandKind.Held"/>, in bytes.</summary>
    public const int HeldBytes = 3;

    private const int LongLength = 0xFF;
    private readonly Span<byte> _target = target;

    /// <summary>Bytes written so far.</summary>
    public int Length { get; private set; }

    /// <summary>Writes ACK or NAK.</summary>
    public void Verdict(CommandKind kind, uint id)
    {
        _target[Length] = (byte)kind;
        BinaryPrimitives.WriteUInt32BigEndian(_target[(Length + 1)..], id);
        Length += VerdictBytes;
    }

    /// <summary>Writes how long the acknowledgment was held, in units of 10 µs.</summary>
    public void Held(ushort units)
    {
        _target[Length] = (byte)CommandKind.Held;
        BinaryPrimitives.WriteUInt16BigEndian(_target[(Length + 1)..], units);
        Length += HeldBytes;
    }

    /// <summary>
    /// Writes a command of negotiation. Its length byte counts the whole command; 0xFF means that the next two bytes are the length, which
    /// counts them too. A string is one length byte and its bytes, and is part of <paramref name="values"/>.
    /// </summary>
    /// <param name="kind">One of the four kinds of negotiation.</param>
    /// <param name="feature">The feature.</param>
    /// <param name="values">Values in order of preference; exactly one in a confirmation.</param>
    public void Negotiation(CommandKind kind, Feature feature, scoped ReadOnlySpan<byte> values)
    {
        Span<byte> rest = _target[Length..];
        int length = values.Length + 3;
        rest[0] = (byte)kind;
        if (length < LongLength)
        {
            rest[1] = (byte)length;
            rest = rest[2..];
        }
        else
        {
            length += 2;
            rest[1] = LongLength;
            BinaryPrimitives.WriteUInt16BigEndian(rest[2..], (ushort)length);
            rest = rest[4..];
        }
        rest[0] = (byte)feature;
        values.CopyTo(rest[1..]);
        Length += length;
    }
}
