using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using static Mongoose.Network.Sctp.SctpCalls;

namespace Mongoose.Network.Sctp;

/// <summary>
/// usrsctp is one stack with one set of timers for the whole process. So one loop owns it, and everything in it happens on that loop's
/// thread: packets, timers, messages. The loop runs while there are flows.
/// </summary>
internal sealed class SctpStack
{
    /// <summary>The interval at which usrsctp's own thread would run the timers.</summary>
    private static readonly Duration TimerInterval = Duration.FromMilliseconds(10);

    /// <summary>Messages in a buffer: high enough for the buffer's bytes to be the limit. usrsctp's default is 512.</summary>
    private const uint MaxChunks = 1 << 20;

    private const int MaxPacketBytes = 65_536;

    private static readonly object Gate = new();
    private static readonly Output Send = SendPacket; // A static field, so that the collector keeps it.
    private static readonly Dictionary<nint, SctpEnd> Ends = [];
    private static readonly byte[] Packet = new byte[MaxPacketBytes];
    private static SctpStack? _current;
    private static bool _initialised;
    private static nint _lastAddress;

    private readonly Alarm _timers;
    private Instant _timersAt;
    private int _flows;

    private SctpStack()
    {
        Loop = new RealTimeLoop("SCTP");
        _timers = new Alarm(Loop, RunTimers);
    }

    /// <summary>The loop that owns the stack.</summary>
    public RealTimeLoop Loop { get; }

    /// <summary>The stack, for one more flow. Must not be called on a loop's thread.</summary>
    /// <exception cref="Mongoose.Runtime.Hosts.HostException">usrsctp is not installed.</exception>
    public static SctpStack Join()
    {
        SctpLibrary.Library.Require();
        lock (Gate)
        {
            if (_current is null)
            {
                _current = new SctpStack();
                _current.Loop.Invoke(_current.Begin);
            }
            _current._flows++;
            return _current;
        }
    }

    /// <summary>A flow has closed its ends. The last one ends the stack. Must not be called on a loop's thread.</summary>
    public void Leave()
    {
        lock (Gate)
        {
            if (--_flows > 0)
                return;
            Loop.Invoke(End);
            Loop.Dispose();
            _current = null;
        }
    }

    /// <summary>Gives an end an AF_CONN address, unique in the process. Must be called on the loop's thread.</summary>
    public static nint Register(SctpEnd end)
    {
        Ends.Add(++_lastAddress, end);
        usrsctp_register_address(_lastAddress);
        return _lastAddress;
    }

    public static void Deregister(nint address)
    {
        usrsctp_deregister_address(address);
        Ends.Remove(address);
    }

    private void Begin()
    {
        if (!_initialised)
        {
            usrsctp_init_nothreads(0, Send, 0);
            _ = usrsctp_sysctl_set_sctp_max_chunks_on_queue(MaxChunks);
            // Other flows do not need a new flow's address; otherwise a thread of usrsctp would go through all of them.
            _ = usrsctp_sysctl_set_sctp_auto_asconf(0);
            _ = usrsctp_sysctl_set_sctp_asconf_enable(0);
        }
        _initialised = true;
        _timersAt = Loop.Now;
        _timers.Set(_timersAt + TimerInterval);
    }

    /// <summary>
    /// Frees the memory and the thread of usrsctp, unless a closed socket still waits for a timer: then the next flow goes on with the same
    /// stack.
    /// </summary>
    private void End()
    {
        const int attempts = 100;
        _timers.Cancel();
        for (int i = 0; i < attempts && _initialised; i++)
        {
            usrsctp_handle_timers((uint)TimerInterval.Milliseconds);
            _initialised = usrsctp_finish() != 0;
        }
    }

    private void RunTimers()
    {
        uint elapsed = (uint)(Loop.Now - _timersAt).Milliseconds;
        _timersAt += Duration.FromMilliseconds(elapsed);
        _timers.Set(_timersAt + TimerInterval);
        usrsctp_handle_timers(elapsed);
    }

    // usrsctp calls this while it holds its locks, so nothing here calls usrsctp.
    private static int SendPacket(nint address, nint packet, nuint length, byte trafficClass, byte dontFragment)
    {
        if ((int)length > MaxPacketBytes || !Ends.TryGetValue(address, out SctpEnd? end))
            return 0;
        Marshal.Copy(packet, Packet, 0, (int)length);
        end.Send(Packet.AsSpan(0, (int)length));
        return 0;
    }
}
