using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>A reliable packet that a circuit has sent.</summary>
public record struct SentPacket
{
    /// <summary>Its sequence number, which a resend keeps.</summary>
    public uint Number { get; init; }

    /// <summary>UDP payload.</summary>
    public int Bytes { get; init; }

    /// <summary>When it was sent for the first time.</summary>
    public Instant FirstSent { get; init; }

    /// <summary>When it was sent last.</summary>
    public Instant LastSent { get; set; }

    /// <summary>How often it was sent.</summary>
    public int Sendings { get; set; }

    public bool IsAcked { get; set; }
}
