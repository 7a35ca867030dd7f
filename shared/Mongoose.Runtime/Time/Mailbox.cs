using System.Collections.Concurrent;
using System.Net.Sockets;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Udp;

namespace Mongoose.Runtime.Time;

/// <summary>Posts work from any thread to a loop's thread, in order, and wakes the loop.</summary>
public sealed class Mailbox : IDisposable
{
    private static readonly byte[] Knock = [0];

    private readonly RealTimeLoop _loop;
    private readonly IDatagramPort _port;
    private readonly Socket _sender;
    private readonly ConcurrentQueue<Action> _posted = new();
    private int _hasKnocked;
    private volatile bool _closed;

    /// <summary>Opens a port of the loop for its own use. Must not be called on the loop's thread.</summary>
    /// <exception cref="IOException">No port can be opened.</exception>
    public Mailbox(RealTimeLoop loop)
    {
        _loop = loop;
        INetwork network = loop;
        _port = loop.Invoke(() => network.Open(UdpAddress.Loopback(), RunPosted));
        try
        {
            _sender = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
                .Prepared(socket => socket.Connect(_port.Address.ToEndPoint()));
        }
        catch (SocketException exception)
        {
            loop.Invoke(_port.Dispose);
            throw new IOException($"UDP port for {_port.Address}: {exception.Message}", exception);
        }
    }

    /// <summary>Runs <paramref name="action"/> on the loop's thread soon; never after <see cref="Dispose"/>.</summary>
    public void Post(Action action)
    {
        if (_closed)
            return;
        _posted.Enqueue(action);
        // One knock is enough until the loop has emptied the mailbox.
        if (Interlocked.Exchange(ref _hasKnocked, 1) == 0)
            Send();
    }

    /// <summary>Closes the port. Must not be called on the loop's thread.</summary>
    public void Dispose()
    {
        _closed = true;
        _loop.Invoke(_port.Dispose);
        _sender.Dispose();
    }

    private void Send()
    {
        try
        {
            _sender.Send(Knock);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The socket has just been closed.
        }
    }

    private void RunPosted(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        Volatile.Write(ref _hasKnocked, 0);
        Interlocked.MemoryBarrier();
        while (!_closed && _posted.TryDequeue(out Action? action))
            action();
    }
}
