using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>How far a viewer's visit has come.</summary>
public enum ViewerState
{
    /// <summary>Not started.</summary>
    Idle,
    /// <summary>It has asked for a circuit and waits for the region's handshake.</summary>
    Connecting,
    /// <summary>It is in the region.</summary>
    Connected,
    /// <summary>It has asked to leave and waits for the region's reply.</summary>
    LeavingRegion,
    /// <summary>It has left, or the region has closed the circuit.</summary>
    Closed,
}

/// <summary>A packet of one of the seven channels that reached a viewer for the first time.</summary>
/// <param name="At">When.</param>
/// <param name="Channel">Whose data it carries, even if it is a resend.</param>
/// <param name="Resent">Whether the region sent it again, on <see cref="Channel.Resend"/>.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="Delay">Since the region had its data ready; null if the region does not stamp its packets.</param>
public readonly record struct Arrival(Instant At, Channel Channel, bool Resent, int Bytes, Duration? Delay);
