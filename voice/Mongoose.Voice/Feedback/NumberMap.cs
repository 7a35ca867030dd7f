namespace Mongoose.Voice.Feedback;

/// <summary>
/// Maps the 16-bit sequence numbers of several streams to the controller's common numbers. It contains the last <see cref="Length"/>
/// packets of each stream. Not thread-safe; allocates for each stream once.
/// </summary>
internal sealed class NumberMap
{
    /// <summary>The packets kept of a stream: 20 s of packets of 20 ms.</summary>
    public const int Length = 1024;

    private readonly Dictionary<uint, Entry[]> _streams = [];

    /// <summary>The number of streams.</summary>
    public int Streams => _streams.Count;

    /// <summary>Records a packet that was sent.</summary>
    /// <param name="ssrc">The packet's stream.</param>
    /// <param name="sequence">The packet's sequence number in the stream.</param>
    /// <param name="number">The packet's number among the packets of all streams.</param>
    public void Sent(uint ssrc, ushort sequence, uint number)
    {
        if (!_streams.TryGetValue(ssrc, out Entry[]? ring))
            _streams.Add(ssrc, ring = NewRing());
        ring[sequence % Length] = new Entry(sequence, number);
    }

    /// <summary>Finds a packet's number; returns false if it was never sent, or is no longer kept.</summary>
    public bool TryFind(uint ssrc, ushort sequence, out uint number)
    {
        Entry entry = default;
        bool isFound = _streams.TryGetValue(ssrc, out Entry[]? ring) && (entry = ring[sequence % Length]).Sequence == sequence;
        number = isFound ? entry.Number : 0;
        return isFound;
    }

    /// <summary>Removes a stream that has ended.</summary>
    public void Remove(uint ssrc) => _streams.Remove(ssrc);

    /// <summary>Each slot of an empty ring holds a sequence number that belongs to another slot.</summary>
    private static Entry[] NewRing() => Enumerable.Range(1, Length).Select(number => new Entry((ushort)number, 0)).ToArray();

    private readonly record struct Entry(ushort Sequence, uint Number);
}
