namespace Mongoose.Verse.CongestionControl;

/// <summary>The congestion controls that a connection can use for its packets.</summary>
public enum CongestionControlKind
{
    /// <summary>None: everything is sent at once.</summary>
    None,
    /// <summary>A window that keeps the delay in the bottleneck's queue near a target.</summary>
    DelayTarget,
}
