namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Which congestion control a sender has. A description; <see cref="Start"/> makes the window that follows it.</summary>
public abstract record CongestionAlgorithm
{
    /// <param name="segmentBytes">SMSS: payload of a full segment.</param>
    /// <param name="initialCwnd">In bytes.</param>
    public abstract ICongestionWindow Start(int segmentBytes, long initialCwnd);
}
