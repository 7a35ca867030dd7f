namespace Mongoose.Client.Viewers;

/// <summary>Which sequence numbers have been seen of late, to tell a resent packet that has arrived before.</summary>
public sealed class RecentSequences
{
    /// <summary>Seconds of a fast circuit; a resend comes sooner.</summary>
    private const int Capacity = 8192;

    private readonly HashSet<uint> _seen = new(Capacity);
    private readonly Queue<uint> _order = new(Capacity);

    /// <summary>False if it was there already.</summary>
    public bool Add(uint sequence)
    {
        if (!_seen.Add(sequence))
            return false;
        if (_order.Count == Capacity)
            _seen.Remove(_order.Dequeue());
        _order.Enqueue(sequence);
        return true;
    }
}
