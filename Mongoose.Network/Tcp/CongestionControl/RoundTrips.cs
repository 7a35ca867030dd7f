namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Tells round trips apart: one ends when data is acknowledged that was sent after it began.</summary>
internal struct RoundTrips
{
    private long _end;

    /// <summary>Whether a round ended with this acknowledgment; the next one begins.</summary>
    public bool EndsWith(in AckEvent ack)
    {
        if (ack.Next < _end)
            return false;
        _end = ack.SendNext;
        return true;
    }
}
