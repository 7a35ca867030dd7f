namespace Mongoose.Verse.State;

/// <summary>A value of a key that waits or is in flight. Values are pooled.</summary>
internal sealed class Value
{
    private byte[] _bytes = [];

    public SentKey Key { get; set; } = null!;

    /// <summary>The key's number. <see cref="Key"/> itself may have been reused for another number.</summary>
    public ulong KeyNumber { get; set; }

    public byte Priority { get; set; }
    public bool IsRemoval { get; set; }

    /// <summary>The id of the last packet that carried it, repetitions as an obsolete value not counted; 0 if it was never sent.</summary>
    public long Version { get; set; }

    public bool IsWaiting { get; set; }

    /// <summary>Neighbours in the queue; <see cref="Next"/> links free values too.</summary>
    public Value? Next { get; set; }
    public Value? Previous { get; set; }

    /// <summary>The next value of the same packet.</summary>
    public Value? NextInPacket { get; set; }

    public int Length { get; private set; }
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Length);
    public bool WasSent => Version != 0;

    /// <summary>The part of the peer's window that it takes: its bytes, and one for itself, so that removals count too.</summary>
    public int WindowBytes => Length + 1;

    public void SetBytes(ReadOnlySpan<byte> bytes)
    {
        if (_bytes.Length < bytes.Length)
            _bytes = new byte[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)bytes.Length)];
        bytes.CopyTo(_bytes);
        Length = bytes.Length;
    }
}

/// <summary>A key of the sender.</summary>
internal sealed class SentKey
{
    public ulong Number { get; set; }

    /// <summary>The newest value if the peer has not acknowledged it, waiting or in flight; else null.</summary>
    public Value? Newest { get; set; }

    /// <summary>The value charged to the peer's window: the newest that was sent, while it is in flight.</summary>
    public Value? Charged { get; set; }

    /// <summary>The packet that carried a value of this key last.</summary>
    public long LastPacket { get; set; }

    /// <summary>Whether its newest value is a removal.</summary>
    public bool IsRemoved { get; set; }
}
