namespace Mongoose.Client.Viewers;

/// <summary>
/// First transmissions of a circuit, counted by sequence number: the region numbers packets without gaps as it sends them, so a number that
/// is missing below the highest was lost on the way.
/// </summary>
public sealed class SequenceReception
{
    private uint _first;
    private uint _highest;

    /// <summary>First transmissions that arrived.</summary>
    public long Received { get; private set; }

    /// <summary>First transmissions that were sent, as far as the numbers show.</summary>
    public long Sent => Received == 0 ? 0 : (long)_highest - _first + 1;

    public long Lost => Sent - Received;

    internal void Count(uint sequence)
    {
        if (Received++ == 0)
            _first = _highest = sequence;
        _first = Math.Min(_first, sequence);
        _highest = Math.Max(_highest, sequence);
    }
}
