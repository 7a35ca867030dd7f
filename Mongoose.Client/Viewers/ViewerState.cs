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
