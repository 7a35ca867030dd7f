using LibreMetaverse;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>Creates the library's client for measuring.</summary>
internal static class MeasuringClient
{
    /// <summary>
    /// A client that leaves rates, pings and movement to us, acks each packet immediately, and does no more for the scene than a bot needs.
    /// Delayed acks would fill OpenSim's window of 50 packets and look like a longer path.
    /// </summary>
    public static GridClient Create(TimeSpan loginTimeout)
    {
        GridClient client = new();
        Settings settings = client.Settings;
        settings.Agent.SendThrottle = false;
        settings.Agent.SendAppearance = false;
        settings.Agent.SendUpdates = false;
        settings.Agent.SendUpdatesRegularly = false;
        settings.Packets.MaxPendingAcks = 1;
        settings.Packets.SendPings = false;
        settings.Packets.ThrottleOutgoing = false;
        settings.TexturePipeline.UseHttpTextures = false;
        settings.AssetCache.Enabled = false;
        settings.World.AlwaysDecodeObjects = false;
        settings.World.AlwaysRequestObjects = false;
        settings.World.TrackAvatars = false;
        settings.World.TrackObjects = false;
        settings.World.UseInterpolationTimer = false;
        settings.Parcel.AlwaysRequestAcl = false;
        settings.Parcel.AlwaysRequestDwell = false;
        settings.Parcel.TrackParcels = false;
        settings.Timing.LoginTimeout = (int)loginTimeout.TotalMilliseconds;
        settings.Timing.LogoutTimeout = 1_000;
        return client;
    }
}
