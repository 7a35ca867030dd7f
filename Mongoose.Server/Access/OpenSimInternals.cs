using System.Reflection;
using System.Runtime.CompilerServices;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Access;

/// <summary>
/// The members of OpenSim that Mongoose needs and that are not public. Found once at start; if one is missing Mongoose stays off.
/// </summary>
internal sealed class OpenSimInternals
{
    internal const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

    [HiddenField(typeof(LLUDPClient), "m_packetOutboxes", typeof(DoubleLocklessQueue<OutgoingPacket>[]))]
    private readonly FieldInfo _outboxes;

    [HiddenField(typeof(LLUDPClient), "m_nextPackets", typeof(OutgoingPacket[]))]
    private readonly FieldInfo _parked;

    [HiddenMethod(typeof(LLUDPServer), "SendPacketFinal", typeof(void), typeof(OutgoingPacket))]
    private readonly MethodInfo _sendPacketFinal;

    // These three make refills exact; without them the public, coarser ways serve.

    [HiddenMethod(typeof(LLClientView), "ProcessEntityUpdates", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processEntityUpdates;

    [HiddenMethod(typeof(LLClientView), "ProcessEntityPropertyRequests", typeof(void), typeof(int), Optional = true)]
    private readonly Action<LLClientView, int>? _processProperties;

    [HiddenMethod(typeof(LLClientView), "HandleHasUpdates", typeof(bool), typeof(ThrottleOutPacketTypeFlags), Optional = true)]
    private readonly Func<LLClientView, ThrottleOutPacketTypeFlags, bool>? _hasUpdates;

    private OpenSimInternals()
    {
        _outboxes = Declared<HiddenFieldAttribute>(nameof(_outboxes)).Find();
        _parked = Declared<HiddenFieldAttribute>(nameof(_parked)).Find();
        _sendPacketFinal = Declared<HiddenMethodAttribute>(nameof(_sendPacketFinal)).Find()!;
        _processEntityUpdates = Declared<HiddenMethodAttribute>(nameof(_processEntityUpdates)).Find()?.CreateDelegate<Action<LLClientView, int>>();
        _processProperties = Declared<HiddenMethodAttribute>(nameof(_processProperties)).Find()?.CreateDelegate<Action<LLClientView, int>>();
        _hasUpdates = Declared<HiddenMethodAttribute>(nameof(_hasUpdates)).Find()?.CreateDelegate<Func<LLClientView, ThrottleOutPacketTypeFlags, bool>>();
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

    /// <summary>Whether a client has data that waits to be made into packets; true where OpenSim does not tell.</summary>
    public bool HasUpdates(LLClientView view, ThrottleOutPacketTypeFlags channels) => _hasUpdates?.Invoke(view, channels) ?? true;

    private static T Declared<T>(string variable) where T : Attribute =>
        typeof(OpenSimInternals).GetField(variable, Hidden)!.GetCustomAttribute<T>()!;
}
