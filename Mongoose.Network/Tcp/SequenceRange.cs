namespace Mongoose.Network.Tcp;

/// <summary>Bytes <paramref name="Start"/> up to, but not including, <paramref name="End"/> of a stream that begins at 0.</summary>
public readonly record struct SequenceRange(long Start, long End)
{
    public long Length => End - Start;

    public override string ToString() => $"{Start}-{End}";
}
