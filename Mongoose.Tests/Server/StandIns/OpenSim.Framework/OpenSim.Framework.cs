using System.Net;

namespace OpenSim.Framework;

public class AgentCircuitManager
{
}

public delegate void CommandDelegate(string module, string[] cmdparams);

public class Culture
{
    public static void SetCurrentCulture() => Thread.CurrentThread.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;
}

public delegate void GenericCall2();

public interface IClientAPI
{
}

public interface IConsole
{
    void Output(string format, params object[] components);
}

public interface ICommandConsole : IConsole
{
}

public interface IScene
{
}

public interface ISceneAgent
{
    bool IsChildAgent { get; }
}

public class MainConsole
{
    public static ICommandConsole Instance { get; set; }
}

public class RegionInfo(IPEndPoint endPoint)
{
    public int ProxyOffset;

    public IPEndPoint InternalEndPoint { get; } = endPoint;
}

public class STPInfo
{
    public int WaitingCallbacks;
}

public enum StatsIndex : int
{
    SimFPS = 1,
    Agents = 4,
    ChildAgents = 5,
    TotalPrim = 6,
    FrameMS = 8,
    NetMS = 9,
    PhysicsMS = 10,
    OtherMS = 12,
    AgentMS = 16,
    ActiveScripts = 19,
    ArraySize = 48,
}

public enum ThrottleOutPacketType
{
    Unknown = -1,
    Resend = 0,
    Land = 1,
    Wind = 2,
    Cloud = 3,
    Task = 4,
    Texture = 5,
    Asset = 6,
}

[Flags]
public enum ThrottleOutPacketTypeFlags
{
    Land = 1,
    Wind = 2,
    Cloud = 4,
    Task = 8,
    Texture = 16,
    Asset = 32,
}

public static class Util
{
    /// <summary>For tests: null as long as OpenSim has started no pool.</summary>
    public static STPInfo SmartThreadPool { get; set; }

    public static STPInfo GetSmartThreadPoolInfo() => SmartThreadPool;
}
