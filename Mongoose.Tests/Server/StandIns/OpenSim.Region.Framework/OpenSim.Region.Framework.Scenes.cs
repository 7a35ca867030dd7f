using System.Net;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Framework.Capabilities;
using OpenSim.Region.Framework.Interfaces;

namespace OpenSim.Region.Framework.Scenes;

public abstract class EntityBase(UUID id, string name, Vector3 position)
{
    public virtual Vector3 AbsolutePosition => position;

    public virtual string Name => name;

    public virtual UUID UUID => id;
}

public class EventManager
{
    public delegate void OnFrameDelegate();

    public delegate void RegionHeartbeatEnd(Scene scene);

    public delegate void RegisterCapsEvent(UUID agentID, Caps caps);

    public event OnFrameDelegate OnFrame;

    public event RegionHeartbeatEnd OnRegionHeartbeatEnd;

    public event RegisterCapsEvent OnRegisterCaps;

    public int Listeners => OnFrame?.GetInvocationList().Length ?? 0;

    /// <summary>For tests.</summary>
    public int HeartbeatListeners => OnRegionHeartbeatEnd?.GetInvocationList().Length ?? 0;

    public void TriggerRegionHeartbeatEnd(Scene scene) => OnRegionHeartbeatEnd?.Invoke(scene);

    public void TriggerOnFrame() => OnFrame?.Invoke();

    public void TriggerOnRegisterCaps(UUID agent, Caps caps) => OnRegisterCaps?.Invoke(agent, caps);
}

/// <summary>The queued updates of a client; the stand-in has only their number.</summary>
public class PriorityQueue
{
    public const int NumberOfImmediateQueues = 2;

    private readonly PriorityMinHeap[] m_heaps = [.. Enumerable.Range(0, 13).Select(_ => new PriorityMinHeap())];
    private int _count;

    public int Count
    {
        get
        {
            Counted++;
            OnCount?.Invoke();
            return Volatile.Read(ref _count);
        }
    }

    /// <summary>For tests: how often the count was read, which takes all locks of a dictionary in the original.</summary>
    public int Counted { get; private set; }

    /// <summary>For tests: may throw.</summary>
    public Action OnCount { get; set; }

    public void Add(int updates) => Interlocked.Add(ref _count, updates);

    /// <summary>Adds updates of other avatars, which are taken before all others.</summary>
    public void AddMotion(int updates)
    {
        Interlocked.Add(ref m_heaps[1].Updates, updates);
        Add(updates);
    }

    /// <summary>Takes the queued updates, but at most <paramref name="max"/>.</summary>
    public int Take(int max)
    {
        int taken = Math.Min(max, Volatile.Read(ref _count));
        Interlocked.Add(ref _count, -taken);
        return taken;
    }

    /// <summary>Takes an update of another avatar.</summary>
    public bool TryTakeMotion()
    {
        if (m_heaps[1].Count == 0)
            return false;
        Interlocked.Decrement(ref m_heaps[1].Updates);
        return Take(1) == 1;
    }
}

public class PriorityMinHeap
{
    internal int Updates;

    public int Count => Volatile.Read(ref Updates);
}

public abstract class SceneBase(string name, RegionInfo info) : IScene
{
    private readonly List<Command> _commands = [];

    public EventManager EventManager { get; } = new();

    public string Name => name;

    public virtual RegionInfo RegionInfo => info;

    /// <summary>For tests.</summary>
    public IReadOnlyList<Command> Commands => _commands;

    /// <summary>For tests: the modules of the region.</summary>
    public List<object> Modules { get; } = [];

    public void AddCommand(string category, IRegionModuleBase module, string command, string shorthelp, string longhelp,
        string descriptivehelp, CommandDelegate callback) =>
            _commands.Add(new Command(category, command, shorthelp, longhelp, descriptivehelp, callback));

    public T RequestModuleInterface<T>() => Modules.OfType<T>().FirstOrDefault();

    /// <summary>For tests: runs the longest command that the line begins with, as the console does.</summary>
    public void Run(string line)
    {
        string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        _commands.Where(command => IsBeginning(command.Words.Split(' '), words)).MaxBy(command => command.Words.Length).Callback("", words);
    }

    private static bool IsBeginning(string[] beginning, string[] words) => words.Take(beginning.Length).SequenceEqual(beginning);

    public sealed record Command(string Category, string Words, string Usage, string Help, string Details, CommandDelegate Callback);
}

public class Scene(string name, RegionInfo info) : SceneBase(name, info)
{
    private (IPEndPoint Address, IClientAPI Client)[] _clients = [];

    public AgentCircuitManager AuthenticateHandler { get; } = new();

    public float FrameTime { get; set; } = 0.0908f;

    public bool Normalized55FPS { get; set; } = true;

    public SimStatsReporter StatsReporter { get; set; } = new();

    /// <summary>The physics engine's, which a region may lack: the original then throws.</summary>
    public float TimeDilation { get; set; } = 1;

    /// <summary>For tests: the objects of the region, each of one part.</summary>
    public Dictionary<uint, SceneObjectGroup> Objects { get; } = [];

    /// <summary>For tests: called by every pass of an outbound thread; may throw or block.</summary>
    public Action OnThreadAlive { get; set; }

    public void ForEachClient(Action<IClientAPI> action)
    {
        foreach ((_, IClientAPI client) in Volatile.Read(ref _clients))
            action(client);
    }

    public SceneObjectPart GetSceneObjectPart(uint localID) =>
        Objects.TryGetValue(localID, out SceneObjectGroup group) ? new SceneObjectPart(group) : null;

    public int GetNumberOfClients() => Volatile.Read(ref _clients).Length;

    public void ThreadAlive(int threadCode) => OnThreadAlive?.Invoke();

    public bool TryGetClient(IPEndPoint remoteEndPoint, out IClientAPI client)
    {
        client = Array.Find(Volatile.Read(ref _clients), entry => entry.Address.Equals(remoteEndPoint)).Client;
        return client is not null;
    }

    public void Add(IPEndPoint address, IClientAPI client) => Volatile.Write(ref _clients, [.. _clients, (address, client)]);

    public void Remove(IClientAPI client) => Volatile.Write(ref _clients, Array.FindAll(_clients, entry => entry.Client != client));
}

public class SceneObjectGroup(UUID id, string name, Vector3 position) : EntityBase(id, name, position);

public class SceneObjectPart(SceneObjectGroup group) : EntityBase(group.UUID, group.Name, group.AbsolutePosition)
{
    public SceneObjectGroup ParentGroup => group;
}

/// <summary>The original renews its statistics every three seconds.</summary>
public class SimStatsReporter
{
    public float[] LastReportedSimStats { get; set; } = new float[(int)StatsIndex.ArraySize];
}
