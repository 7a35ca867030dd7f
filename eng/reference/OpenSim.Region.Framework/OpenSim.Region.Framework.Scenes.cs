using System;
using System.Net;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Framework.Capabilities;
using OpenSim.Region.Framework.Interfaces;

namespace OpenSim.Region.Framework.Scenes;

public abstract class EntityBase
{
    internal EntityBase() => throw null;

    public virtual Vector3 AbsolutePosition => throw null;

    public virtual string Name => throw null;

    public virtual UUID UUID => throw null;
}

public class EventManager
{
    private EventManager() => throw null;

    public delegate void OnFrameDelegate();

    public delegate void RegionHeartbeatEnd(Scene scene);

    public delegate void RegisterCapsEvent(UUID agentID, Caps caps);

    public event OnFrameDelegate OnFrame
    {
        add => throw null;
        remove => throw null;
    }

    public event RegionHeartbeatEnd OnRegionHeartbeatEnd
    {
        add => throw null;
        remove => throw null;
    }

    public event RegisterCapsEvent OnRegisterCaps
    {
        add => throw null;
        remove => throw null;
    }
}

public class PriorityQueue
{
    public const int NumberOfImmediateQueues = 2;

    private PriorityQueue() => throw null;

    public int Count => throw null;
}

public class PriorityMinHeap
{
    private PriorityMinHeap() => throw null;

    public int Count => throw null;
}

public abstract class SceneBase : IScene
{
    internal SceneBase() => throw null;

    public EventManager EventManager => throw null;

    public string Name => throw null;

    public virtual RegionInfo RegionInfo => throw null;

    public void AddCommand(string category, IRegionModuleBase module, string command, string shorthelp, string longhelp,
        string descriptivehelp, CommandDelegate callback) => throw null;

    public T RequestModuleInterface<T>() => throw null;
}

public class Scene : SceneBase
{
    private Scene() => throw null;

    public AgentCircuitManager AuthenticateHandler => throw null;

    public float FrameTime => throw null;

    public bool Normalized55FPS => throw null;

    public SimStatsReporter StatsReporter => throw null;

    public float TimeDilation => throw null;

    public void ForEachClient(Action<IClientAPI> action) => throw null;

    public int GetNumberOfClients() => throw null;

    public SceneObjectPart GetSceneObjectPart(uint localID) => throw null;

    public void ThreadAlive(int threadCode) => throw null;

    public bool TryGetClient(IPEndPoint remoteEndPoint, out IClientAPI client) => throw null;
}

public class SceneObjectGroup : EntityBase
{
    private SceneObjectGroup() => throw null;
}

public class SceneObjectPart : EntityBase
{
    private SceneObjectPart() => throw null;

    public SceneObjectGroup ParentGroup => throw null;
}

public class SimStatsReporter
{
    private SimStatsReporter() => throw null;

    public float[] LastReportedSimStats => throw null;
}
