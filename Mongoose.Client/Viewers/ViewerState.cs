using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>The stage of a viewer's visit.</summary>
public enum ViewerState
{
    /// <summary>Not started.</summary>
    Idle,
    /// <summary>The viewer has requested a circuit and waits for the region's handshake.</summary>
    Connecting,
    /// <summary>The viewer is in the region.</summary>
    Connected,
    /// <summary>The viewer has requested a logout and waits for the region's reply.</summary>
    LeavingRegion,
    /// <summary>The viewer has left, or the region has closed the circuit.</summary>
    Closed,
}

/// <summary>A packet of one of the seven channels that reached a viewer for the first time.</summary>
/// <param name="At">The arrival time.</param>
/// <param name="Channel">The channel of its data, even for a resend.</param>
/// <param name="Resent">Whether the region sent it again, on <see cref="Channel.Resend"/>.</param>
/// <param name="Bytes">UDP payload.</param>
/// <param name="Delay">The time since the region had the data ready; null if the region does not stamp its packets.</param>
public readonly record struct Arrival(Instant At, Channel Channel, bool Resent, int Bytes, Duration? Delay);
