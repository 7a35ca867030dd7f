using System.Net.Sockets;
using System.Runtime.InteropServices;
using Mongoose.Core.Units;

namespace Mongoose.Client.Runtime;

/// <summary>
/// The sockets of one loop, waited for together. Linux sleeps by ppoll, to the microsecond; elsewhere <see cref="Socket.Select(System.Collections.IList?, System.Collections.IList?, System.Collections.IList?, int)"/>
/// is as exact as the platform makes it, typically a millisecond.
/// </summary>
internal sealed class UdpPortSet : IDisposable
{
    private readonly List<UdpPort> _ports = [];
    private readonly List<Socket> _selected = [];
    private PollEntry[] _poll = [];

    public IDatagramPort Open(UdpAddress address)
    {
        UdpPort port = new(this, address);
        _ports.Add(port);
        RebuildPollEntries();
        return port;
    }

    public void Close(UdpPort port)
    {
        if (_ports.Remove(port))
        {
            RebuildPollEntries();
            port.Socket.Dispose();
        }
    }

    /// <summary>Sleeps until a datagram arrives or the time is over, then hands on what arrived.</summary>
    public void Wait(Duration timeout)
    {
        if (OperatingSystem.IsLinux())
            WaitByPoll(timeout);
        else
            WaitBySelect(timeout);
    }

    public void Dispose()
    {
        foreach (UdpPort port in _ports.ToArray())
            port.Dispose();
    }

    private void RebuildPollEntries() => _poll = _ports.Select(port => new PollEntry(port.Socket)).ToArray();

    private void WaitByPoll(Duration timeout)
    {
        PollEntry[] entries = _poll;
        TimeSpec time = new() { Seconds = 0, Nanoseconds = (nint)Math.Max(0, timeout.Nanoseconds) };
        if (ppoll(entries, (nuint)entries.Length, time, 0) <= 0)
            return;
        for (int i = 0; i < entries.Length && entries == _poll; i++)
        {
            if (entries[i].Returned != 0)
                _ports[i].Receive();
        }
    }

    private void WaitBySelect(Duration timeout)
    {
        if (_ports.Count == 0)
        {
            Thread.Sleep((int)Math.Ceiling(timeout.Milliseconds));
            return;
        }
        _selected.Clear();
        foreach (UdpPort port in _ports)
            _selected.Add(port.Socket);
        Socket.Select(_selected, null, null, (int)Math.Ceiling(timeout.Microseconds));
        foreach (UdpPort port in _ports.ToArray())
        {
            if (_selected.Contains(port.Socket))
                port.Receive();
        }
    }

    [DllImport("libc")]
    private static extern int ppoll([In, Out] PollEntry[] entries, nuint count, in TimeSpec timeout, nint signalMask);

    private struct PollEntry
    {
        private const short Readable = 1; // POLLIN

        public int FileDescriptor;
        public short Events;
        public short Returned = 0;

        public PollEntry(Socket socket)
        {
            FileDescriptor = (int)socket.Handle;
            Events = Readable;
        }
    }

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
