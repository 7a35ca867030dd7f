namespace Mongoose.Client.Downloads;

/// <summary>A part of an asset.</summary>
/// <param name="First">The position of the first byte.</param>
/// <param name="Last">The position of the last byte; null: the last byte of the asset.</param>
public readonly record struct ByteRange(long First, long? Last = null)
{
    /// <summary>The whole asset. Viewers send this range when they request a texture.</summary>
    public static readonly ByteRange Whole = new(0);

    /// <summary>The number of bytes; null if <see cref="Last"/> is null.</summary>
    public long? Length => Last - First + 1;

    /// <summary>The value of the header Range (RFC 9110, section 14.1.2).</summary>
    public override string ToString() => FormattableString.Invariant($"bytes={First}-{Last}");
}
