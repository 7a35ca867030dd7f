namespace Mongoose.Network.Tcp;

/// <summary>What the shortest retransmission timeout bounds.</summary>
public enum RtoRule
{
    /// <summary>The timeout: RTO = max(minimum, SRTT + 4 RTTVAR).</summary>
    Rfc6298,
    /// <summary>What is added to the round trip: RTO = SRTT + max(minimum, 4 RTTVAR).</summary>
    Linux,
}
