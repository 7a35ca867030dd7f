namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Divides time into round trips: a round trip ends when all data sent before its start is acknowledged.</summary>
internal struct Rounds
{
    private long _end;

    /// <summary>Whether a round trip ended with this acknowledgment; then the next one starts.</summary>
    public bool EndsWith(in AckEvent ack)
    {
        if (ack.Next < _end)
            return false;
        _end = ack.SendNext;
        return true;
    }
}
