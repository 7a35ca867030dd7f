using LibreMetaverse;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>Creates the library's client for measuring.</summary>
internal static class MeasuringClient
{
    /// <summary>
    /// A client that leaves rates, pings and movement to the session, acks each packet immediately, and does no more for the scene than a
    /// bot needs.
    /// Delayed acks would fill OpenSim's window of 50 packets and look like a longer path.
    /// </summary>
    public static GridClient Create(TimeSpan loginTimeout) => new()
    {
        Settings =
        {
            Agent = { SendThrottle = false, SendAppearance = false, SendUpdates = false, SendUpdatesRegularly = false },
            Packets = { MaxPendingAcks = 1, SendPings = false, ThrottleOutgoing = false },
            TexturePipeline = { UseHttpTextures = false },
            AssetCache = { Enabled = false },
            World =
            {
                AlwaysDecodeObjects = false,
                AlwaysRequestObjects = false,
                TrackAvatars = false,
                TrackObjects = false,
                UseInterpolationTimer = false,
            },
            Parcel = { AlwaysRequestAcl = false, AlwaysRequestDwell = false, TrackParcels = false },
            Timing = { LoginTimeout = (int)loginTimeout.TotalMilliseconds, LogoutTimeout = 1_000 },
        },
    };
}
