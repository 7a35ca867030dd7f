using System;
using System.Net;

namespace OpenSim.Framework;

public class AgentCircuitManager
{
    private AgentCircuitManager() => throw null;
}

public delegate void CommandDelegate(string module, string[] cmdparams);

public class Culture
{
    private Culture() => throw null;

    public static void SetCurrentCulture() => throw null;
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

public class LocklessQueue<T>
{
    public LocklessQueue() => throw null;

    public virtual int Count => throw null;

    public virtual bool Dequeue(out T item) => throw null;
}

public class MainConsole
{
    private MainConsole() => throw null;

    public static ICommandConsole Instance => throw null;
}

public class RegionInfo
{
    public int ProxyOffset;

    private RegionInfo() => throw null;

    public IPEndPoint InternalEndPoint => throw null;
}

public class STPInfo
{
    public int WaitingCallbacks;

    private STPInfo() => throw null;
}

public enum StatsIndex : int
{
    SimFPS = 1,
    Agents = 4,
    ChildAgents = 5,
    TotalPrim = 6,
    NetMS = 9,
    PhysicsMS = 10,
    OtherMS = 12,
    AgentMS = 16,
    ActiveScripts = 19,
}

[Flags]
public enum ThrottleOutPacketTypeFlags
{
    Task = 8,
}

public static class Util
{
    public static STPInfo GetSmartThreadPoolInfo() => throw null;
}
