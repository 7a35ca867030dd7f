using System.Reflection;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>
/// The non-public members of OpenSim that Mongoose uses. They are found once at start; if a required member is missing, Mongoose stays off.
/// </summary>
internal sealed class OpenSimInternals
{
    internal const BindingFlags AnyInstance = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

    [NonPublicField(typeof(LLUDPClient), "m_packetOutboxes", typeof(DoubleLocklessQueue<OutgoingPacket>[]))]
    private readonly FieldInfo _outboxes = Declared<NonPublicFieldAttribute>(nameof(_outboxes)).Find()!;

    [NonPublicField(typeof(LLUDPClient), "m_nextPackets", typeof(OutgoingPacket[]))]
    private readonly FieldInfo _parked = Declared<NonPublicFieldAttribute>(nameof(_parked)).Find()!;

    [NonPublicMethod(typeof(LLUDPServer), "SendPacketFinal", typeof(void), typeof(OutgoingPacket))]
    private readonly MethodInfo _sendPacketFinal = Declared<NonPublicMethodAttribute>(nameof(_sendPacketFinal)).Find()!;

    // These make refills exact; without them, coarser public members are used.

    [NonPublicMethod(typeof(LLClientView), "ProcessEntityUpdates", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processEntityUpdates =
        Declared<NonPublicMethodAttribute>(nameof(_processEntityUpdates)).Find()?.CreateDelegate<Action<LLClientView, int>>();

    [NonPublicMethod(typeof(LLClientView), "ProcessEntityPropertyRequests", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processProperties =
        Declared<NonPublicMethodAttribute>(nameof(_processProperties)).Find()?.CreateDelegate<Action<LLClientView, int>>();

    [NonPublicField(typeof(LLClientView), "m_entityProps", typeof(PriorityQueue), Optional = true)]
    private readonly FieldInfo? _properties = Declared<NonPublicFieldAttribute>(nameof(_properties)).Find();

    [NonPublicField(typeof(PriorityQueue), "m_heaps", typeof(PriorityMinHeap[]), Optional = true)]
    private readonly FieldInfo? _heaps = Declared<NonPublicFieldAttribute>(nameof(_heaps)).Find();

    // Without these, a cap does not apply to open circuits, and OpenSim's console shows its outbound thread as stopped.

    [NonPublicField(typeof(LLUDPClient), "m_maxRate", typeof(float), Optional = true)]
    private readonly FieldInfo? _maxRate = Declared<NonPublicFieldAttribute>(nameof(_maxRate)).Find();

    [NonPublicField(typeof(OpenSimUDPBase), "m_IsRunningOutbound", typeof(bool), Optional = true)]
    private readonly FieldInfo? _isRunningOutbound = Declared<NonPublicFieldAttribute>(nameof(_isRunningOutbound)).Find();

    private OpenSimInternals()
    {
    }

    /// <summary>
    /// Whether the size of an entity-update refill can be given in bytes, instead of always being 30 ms of the Task share.
    /// </summary>
    public bool RefillsExactly => _processEntityUpdates is not null;

    /// <summary>Checks that OpenSim has all members that Mongoose needs, including the public ones.</summary>
    /// <exception cref="Exception">A member is missing; the message names it.</exception>
    public static OpenSimInternals Probe()
    {
        OpenSimInternals internals = new();
        OwnMethods.Compile(isPacing: false);
        return internals;
    }

    /// <summary>A client's packet queues, by channel.</summary>
    public DoubleLocklessQueue<OutgoingPacket>[] Outboxes(LLUDPClient client) =>
        (DoubleLocklessQueue<OutgoingPacket>[])_outboxes.GetValue(client)!;

    /// <summary>
    /// The packets, by channel, that stock scheduling has parked until tokens are available. OpenSim clears them when it shuts down the
    /// client.
    /// </summary>
    public OutgoingPacket?[] Parked(LLUDPClient client) => (OutgoingPacket?[])_parked.GetValue(client)!;

    /// <summary>
    /// OpenSim's method that assigns the sequence number, appends acks, writes to the socket and records unacknowledged packets.
    /// </summary>
    public Action<OutgoingPacket> SendPacketFinal(LLUDPServer server) =>
        _sendPacketFinal.CreateDelegate<Action<OutgoingPacket>>(server);

    /// <summary>Turns entity updates into Task packets until OpenSim's estimate of their size reaches <paramref name="bytes"/>.</summary>
    public bool TryProcessEntityUpdates(LLClientView view, int bytes)
    {
        if (_processEntityUpdates is null)
            return false;
        _processEntityUpdates(view, bytes);
        return true;
    }

    /// <summary>Like <see cref="TryProcessEntityUpdates"/>, for requested object properties (name, owner, permissions).</summary>
    public bool TryProcessProperties(LLClientView view, int bytes)
    {
        if (_processProperties is null)
            return false;
        _processProperties(view, bytes);
        return true;
    }

    /// <summary>A client's queue of requested object properties; null if this OpenSim does not have the field.</summary>
    public PriorityQueue? Properties(LLClientView view) => (PriorityQueue?)_properties?.GetValue(view);

    /// <summary>
    /// The parts of a client's queue of entity updates, of which OpenSim takes the first
    /// <see cref="PriorityQueue.NumberOfImmediateQueues"/> before all others: avatars. Empty if this OpenSim does not have the field, or if
    /// the client has left.
    /// </summary>
    public PriorityMinHeap?[] Heaps(PriorityQueue queue) => (PriorityMinHeap?[]?)_heaps?.GetValue(queue) ?? [];

    /// <summary>
    /// Sets the maximum rate that a client may request, in bytes per second; false if this OpenSim does not have the field.
    /// </summary>
    public bool TrySetMaxRate(LLUDPClient client, float bytesPerSecond)
    {
        _maxRate?.SetValue(client, bytesPerSecond);
        return _maxRate is not null;
    }

    /// <summary>Sets the state that OpenSim's console shows for the outbound thread.</summary>
    public void SetRunningOutbound(LLUDPServer server, bool value) => _isRunningOutbound?.SetValue(server, value);

    private static T Declared<T>(string variable) where T : Attribute =>
        typeof(OpenSimInternals).GetField(variable, AnyInstance)!.GetCustomAttribute<T>()!;
}
