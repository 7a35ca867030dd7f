using Microsoft.Extensions.Logging;

namespace LibreMetaverse;

public class AgentSettings
{
    private AgentSettings() => throw null;

    public bool SendAppearance;
    public bool SendThrottle;
    public bool SendUpdates;
    public bool SendUpdatesRegularly;
}

public class AssetCacheSettings
{
    private AssetCacheSettings() => throw null;

    public bool Enabled;
}

public class PacketSettings
{
    private PacketSettings() => throw null;

    public int MaxPendingAcks;
    public bool SendPings;
    public bool ThrottleOutgoing;
}

public class ParcelSettings
{
    private ParcelSettings() => throw null;

    public bool AlwaysRequestAcl;
    public bool AlwaysRequestDwell;
    public bool TrackParcels;
}

public class Settings
{
    private Settings() => throw null;

    public static LogLevel LogLevel;
    public static string ResourceDir;
    public static int UdpReceiveQueueCapacity;

    public AgentSettings Agent => throw null;
    public AssetCacheSettings AssetCache => throw null;
    public PacketSettings Packets => throw null;
    public ParcelSettings Parcel => throw null;
    public TexturePipelineSettings TexturePipeline => throw null;
    public TimingSettings Timing => throw null;
    public WorldSettings World => throw null;
}

public class TexturePipelineSettings
{
    private TexturePipelineSettings() => throw null;

    public bool UseHttpTextures;
}

public class TimingSettings
{
    private TimingSettings() => throw null;

    public int LoginTimeout;
    public int LogoutTimeout;
}

public class WorldSettings
{
    private WorldSettings() => throw null;

    public bool AlwaysDecodeObjects;
    public bool AlwaysRequestObjects;
    public bool TrackAvatars;
    public bool TrackObjects;
    public bool UseInterpolationTimer;
}
