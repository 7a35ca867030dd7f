using System.Net.Sockets;
using System.Runtime.InteropServices;
using Mongoose.Core.Units;

namespace Mongoose.Runtime.Udp;

/// <summary>
/// The descriptors that one loop waits for. On Linux the loop sleeps in ppoll, with microsecond accuracy; elsewhere
/// <see cref="Socket.Select(System.Collections.IList?, System.Collections.IList?, System.Collections.IList?, int)"/>
/// is as accurate as the platform makes it, typically a millisecond, and supports UDP ports only.
/// </summary>
internal sealed class DescriptorSet : IDisposable
{
    private readonly List<IDescriptor> _descriptors = [];
    private readonly List<Socket> _selected = [];
    private PollEntry[] _poll = [];

    public IDatagramPort Open(Socket socket)
    {
        UdpPort port = new(this, socket);
        Add(port);
        return port;
    }

    public void Add(IDescriptor descriptor)
    {
        if (descriptor is not UdpPort && !OperatingSystem.IsLinux())
            throw new PlatformNotSupportedException("descriptors other than UDP ports are supported on Linux only");
        _descriptors.Add(descriptor);
        RebuildPollEntries();
    }

    public bool Remove(IDescriptor descriptor)
    {
        if (!_descriptors.Remove(descriptor))
            return false;
        RebuildPollEntries();
        return true;
    }

    /// <summary>Sleeps until a descriptor is ready or the timeout has passed, then notifies ready descriptors.</summary>
    public void Wait(Duration timeout)
    {
        if (OperatingSystem.IsLinux())
            WaitByPoll(timeout);
        else
            WaitBySelect(timeout);
    }

    public void Dispose()
    {
        foreach (UdpPort port in _descriptors.OfType<UdpPort>().ToArray())
            port.Dispose();
    }

    private void RebuildPollEntries() => _poll = _descriptors.Select(descriptor => new PollEntry(descriptor.Number)).ToArray();

    private void WaitByPoll(Duration timeout)
    {
        PollEntry[] entries = _poll;
        for (int i = 0; i < entries.Length; i++)
            entries[i].Expect(_descriptors[i].WaitsToWrite);
        TimeSpec time = new() { Seconds = 0, Nanoseconds = (nint)Math.Max(0, timeout.Nanoseconds) };
        if (ppoll(entries, (nuint)entries.Length, time, 0) <= 0)
            return;
        for (int i = 0; i < entries.Length && entries == _poll; i++)
        {
            if (entries[i].Returned != 0)
                _descriptors[i].Ready();
        }
    }

    private void WaitBySelect(Duration timeout)
    {
        if (_descriptors.Count == 0)
        {
            Thread.Sleep((int)Math.Ceiling(timeout.Milliseconds));
            return;
        }
        _selected.Clear();
        foreach (IDescriptor port in _descriptors)
            _selected.Add(((UdpPort)port).Socket);
        Socket.Select(_selected, null, null, (int)Math.Ceiling(timeout.Microseconds));
        foreach (IDescriptor port in _descriptors.ToArray())
        {
            if (_selected.Contains(((UdpPort)port).Socket))
                port.Ready();
        }
    }

    [DllImport("libc")]
    private static extern int ppoll([In, Out] PollEntry[] entries, nuint count, in TimeSpec timeout, nint signalMask);

    private struct PollEntry(int descriptor)
    {
        private const short Readable = 1, Writable = 4; // POLLIN, POLLOUT

        public int FileDescriptor = descriptor;
        public short Events = Readable;
        public short Returned = 0;

        public void Expect(bool room) => Events = room ? (short)(Readable | Writable) : Readable;
    }

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}

/// <summary>An open file of the host that a loop waits for. Its members are called on the thread of the loop.</summary>
public interface IDescriptor
{
    /// <summary>The file descriptor's number; the descriptor stays open while a loop waits for it.</summary>
    int Number { get; }

    /// <summary>Whether to wait for room to write as well, not only for data to read.</summary>
    bool WaitsToWrite { get; }

    /// <summary>The descriptor is readable or writable, or has failed.</summary>
    void Ready();
}
