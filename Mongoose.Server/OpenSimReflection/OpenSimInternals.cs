using System.Reflection;
using System.Runtime.CompilerServices;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>
/// The members of OpenSim that Mongoose needs and that are not public. Found once at start; if one is missing Mongoose stays off.
/// </summary>
internal sealed class OpenSimInternals
{
    internal const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

    [NonPublicField(typeof(LLUDPClient), "m_packetOutboxes", typeof(DoubleLocklessQueue<OutgoingPacket>[]))]
    private readonly FieldInfo _outboxes;

    [NonPublicField(typeof(LLUDPClient), "m_nextPackets", typeof(OutgoingPacket[]))]
    private readonly FieldInfo _parked;

    [NonPublicMethod(typeof(LLUDPServer), "SendPacketFinal", typeof(void), typeof(OutgoingPacket))]
    private readonly MethodInfo _sendPacketFinal;

    // These make refills exact; without them the public, coarser ways serve.

    [NonPublicMethod(typeof(LLClientView), "ProcessEntityUpdates", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processEntityUpdates;

    [NonPublicMethod(typeof(LLClientView), "ProcessEntityPropertyRequests", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processProperties;

    [NonPublicField(typeof(LLClientView), "m_entityProps", typeof(PriorityQueue), Optional = true)]
    private readonly FieldInfo? _properties;

    // Without these, a cap and OpenSim's own status of its thread are less exact.

    [NonPublicField(typeof(LLUDPClient), "m_maxRate", typeof(float), Optional = true)]
    private readonly FieldInfo? _maxRate;

    [NonPublicField(typeof(OpenSimUDPBase), "m_IsRunningOutbound", typeof(bool), Optional = true)]
    private readonly FieldInfo? _isRunningOutbound;

    private OpenSimInternals()
    {
        _outboxes = Declared<NonPublicFieldAttribute>(nameof(_outboxes)).Find()!;
        _parked = Declared<NonPublicFieldAttribute>(nameof(_parked)).Find()!;
        _sendPacketFinal = Declared<NonPublicMethodAttribute>(nameof(_sendPacketFinal)).Find()!;
        _processEntityUpdates = Declared<NonPublicMethodAttribute>(nameof(_processEntityUpdates)).Find()?.CreateDelegate<Action<LLClientView, int>>();
        _processProperties = Declared<NonPublicMethodAttribute>(nameof(_processProperties)).Find()?.CreateDelegate<Action<LLClientView, int>>();
        _properties = Declared<NonPublicFieldAttribute>(nameof(_properties)).Find();
        _maxRate = Declared<NonPublicFieldAttribute>(nameof(_maxRate)).Find();
        _isRunningOutbound = Declared<NonPublicFieldAttribute>(nameof(_isRunningOutbound)).Find();
    }

    /// <summary>Whether entity updates can be made into packets by the byte, and not only by 30 ms of the Task share.</summary>
    public bool RefillsExactly => _processEntityUpdates is not null;

    /// <summary>
    /// Looks for everything, public members included: the runtime resolves them when it compiles a method, so all of Mongoose's are compiled
    /// here rather than in the middle of a region's life.
    /// </summary>
    /// <exception cref="Exception">Something is missing; the message names it.</exception>
    public static OpenSimInternals Probe()
    {
        OpenSimInternals internals = new();
        foreach (Type type in typeof(OpenSimInternals).Assembly.GetTypes())
        {
            if (type.ContainsGenericParameters)
                continue;
            foreach (MethodBase method in type.GetMembers(Hidden | BindingFlags.Static | BindingFlags.DeclaredOnly).OfType<MethodBase>())
            {
                if (!method.IsAbstract && !method.ContainsGenericParameters)
                    RuntimeHelpers.PrepareMethod(method.MethodHandle);
            }
        }
        return internals;
    }

    /// <summary>A client's packet queues by channel.</summary>
    public DoubleLocklessQueue<OutgoingPacket>[] Outboxes(LLUDPClient client) =>
        (DoubleLocklessQueue<OutgoingPacket>[])_outboxes.GetValue(client)!;

    /// <summary>Where stock scheduling keeps packets that wait for tokens, by channel; emptied when the client is shut down.</summary>
    public OutgoingPacket?[] Parked(LLUDPClient client) => (OutgoingPacket?[])_parked.GetValue(client)!;

    /// <summary>OpenSim's own last step: sequence number, appended acks, socket, bookkeeping of what is unacknowledged.</summary>
    public Action<OutgoingPacket> SendPacketFinal(LLUDPServer server) =>
        _sendPacketFinal.CreateDelegate<Action<OutgoingPacket>>(server);

    /// <summary>Makes entity updates into Task packets until OpenSim's estimate of their size reaches <paramref name="bytes"/>.</summary>
    public bool TryProcessEntityUpdates(LLClientView view, int bytes)
    {
        if (_processEntityUpdates is null)
            return false;
        _processEntityUpdates(view, bytes);
        return true;
    }

    /// <summary>Makes what was asked of objects (name, owner, rights) into Task packets, likewise.</summary>
    public bool TryProcessProperties(LLClientView view, int bytes)
    {
        if (_processProperties is null)
            return false;
        _processProperties(view, bytes);
        return true;
    }

    /// <summary>A client's queue of object properties that somebody asked for; null where it is not to be had.</summary>
    public PriorityQueue? Properties(LLClientView view) => (PriorityQueue?)_properties?.GetValue(view);

    /// <summary>Changes the most that a client may ask for, in bytes per second.</summary>
    public bool TrySetMaxRate(LLUDPClient client, float bytesPerSecond)
    {
        _maxRate?.SetValue(client, bytesPerSecond);
        return _maxRate is not null;
    }

    /// <summary>What OpenSim's console says of its own outbound thread.</summary>
    public void SetRunningOutbound(LLUDPServer server, bool value) => _isRunningOutbound?.SetValue(server, value);

    private static T Declared<T>(string variable) where T : Attribute =>
        typeof(OpenSimInternals).GetField(variable, Hidden)!.GetCustomAttribute<T>()!;
}
