using System.Buffers.Binary;
using System.Numerics;
using System.Text;
using System.Text.Unicode;

namespace Mongoose.Voice.Trunks;

/// <summary>A notice as bytes; <see cref="TrunkControl"/> describes them.</summary>
internal static class NoticeFormat
{
    /// <summary>The minimum length of a notice in bytes.</summary>
    public const int FixedBytes = 24;

    private const int PositionBytes = 12, Word = 4;
    private const byte PinnedBit = 1, PositionBit = 2, MixBit = 4, KnownBits = PinnedBit | PositionBit | MixBit;

    /// <summary>Writes a notice. Returns its length in bytes; 0 if it does not fit.</summary>
    public static int Write(Span<byte> data, SourceNotice notice)
    {
        Span<byte> name = stackalloc byte[SourceNotice.MaxNameBytes], team = stackalloc byte[SourceNotice.MaxNameBytes];
        name = name[..Encode(notice.Name, name)];
        team = team[..Encode(notice.Team, team)];
        int length = Aligned(FixedBytes + (notice.Position is null ? 0 : PositionBytes) + name.Length + team.Length);
        if (length > data.Length)
            return 0;
        data = data[..length];
        data.Clear();
        BinaryPrimitives.WriteUInt16BigEndian(data, (ushort)length);
        data[2] = (byte)((notice.IsPinned ? PinnedBit : 0) | (notice.Position is null ? 0 : PositionBit) | (notice.IsMix ? MixBit : 0));
        (data[4], data[5]) = ((byte)name.Length, (byte)team.Length);
        BinaryPrimitives.WriteUInt32BigEndian(data[8..], notice.Ssrc);
        BinaryPrimitives.WriteUInt32BigEndian(data[12..], notice.Origin);
        BinaryPrimitives.WriteUInt32BigEndian(data[16..], notice.OriginSsrc);
        BinaryPrimitives.WriteSingleBigEndian(data[20..], notice.Score);
        data = WritePosition(data[FixedBytes..], notice.Position);
        name.CopyTo(data);
        team.CopyTo(data[name.Length..]);
        return length;
    }

    /// <summary>Takes the next notice; null at the end, and if the rest is malformed.</summary>
    public static SourceNotice? Take(ref ReadOnlySpan<byte> rest)
    {
        if (rest.Length < FixedBytes)
            return null;
        int length = BinaryPrimitives.ReadUInt16BigEndian(rest), name = rest[4], team = rest[5];
        bool hasPosition = (rest[2] & PositionBit) != 0;
        int end = FixedBytes + (hasPosition ? PositionBytes : 0) + name + team;
        bool areNamesShort = name <= SourceNotice.MaxNameBytes && team <= SourceNotice.MaxNameBytes;
        if (length > rest.Length || length != Aligned(end) || !areNamesShort || (rest[2] & ~KnownBits) != 0)
            return null;
        ReadOnlySpan<byte> data = rest[..length], texts = rest[(end - name - team)..end];
        rest = rest[length..];
        Vector3? position = hasPosition ? ReadPosition(data[FixedBytes..]) : null;
        float score = BinaryPrimitives.ReadSingleBigEndian(data[20..]);
        if (!float.IsFinite(score) || position is { } p && !float.IsFinite(p.X + p.Y + p.Z) || !Utf8.IsValid(texts[..name])
            || !Utf8.IsValid(texts[name..]))
            return null;
        return new SourceNotice(
            BinaryPrimitives.ReadUInt32BigEndian(data[8..]),
            BinaryPrimitives.ReadUInt32BigEndian(data[12..]),
            BinaryPrimitives.ReadUInt32BigEndian(data[16..]),
            Encoding.UTF8.GetString(texts[..name]),
            Encoding.UTF8.GetString(texts[name..]),
            position,
            score,
            (data[2] & PinnedBit) != 0,
            (data[2] & MixBit) != 0);
    }

    /// <summary>Encodes the whole characters that fit.</summary>
    private static int Encode(string text, Span<byte> bytes)
    {
        Utf8.FromUtf16(text, bytes, out _, out int written);
        return written;
    }

    private static Span<byte> WritePosition(Span<byte> data, Vector3? position)
    {
        if (position is not { } p)
            return data;
        BinaryPrimitives.WriteSingleBigEndian(data, p.X);
        BinaryPrimitives.WriteSingleBigEndian(data[4..], p.Y);
        BinaryPrimitives.WriteSingleBigEndian(data[8..], p.Z);
        return data[PositionBytes..];
    }

    private static Vector3 ReadPosition(ReadOnlySpan<byte> data) => new(
        BinaryPrimitives.ReadSingleBigEndian(data), BinaryPrimitives.ReadSingleBigEndian(data[4..]),
        BinaryPrimitives.ReadSingleBigEndian(data[8..]));

    private static int Aligned(int length) => (length + Word - 1) / Word * Word;
}
