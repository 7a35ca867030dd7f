using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Network.Tcp;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Kernel;

/// <summary>
/// Data in one direction over the kernel's TCP. A socket stays on the host where it was opened, whichever thread uses it: so one loop uses
/// both ends, and applications that know both need no locks. Except for the constructor, all calls are made on that loop's thread.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class KernelTcpFlow : IByteStream, IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly KernelTcpOptions _options;
    private readonly Socket _socket;
    private readonly KernelTcpReceiver _receiver;
    private KernelTcpSender? _sender;
    private bool _stopped;

    /// <summary>Opens the receiver's port; nothing is sent before <see cref="Start"/>. Must not be called on a loop's thread.</summary>
    /// <param name="loop">Uses both ends.</param>
    /// <param name="sender">The loop of the sending host.</param>
    /// <param name="receiver">The loop of the receiving host.</param>
    /// <param name="listenAt">The receiver's address; port 0 chooses a free port.</param>
    /// <exception cref="ArgumentOutOfRangeException">The segment size is out of range.</exception>
    /// <exception cref="IOException">A socket cannot be opened, or the address cannot be bound.</exception>
    public KernelTcpFlow(RealTimeLoop loop, RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, KernelTcpOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SegmentBytes, KernelTcpOptions.MinSegmentBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SegmentBytes, KernelTcpOptions.MaxSegmentBytes);
        (_loop, _options) = (loop, options);
        Socket listener = receiver.Invoke(NewSocket);
        _receiver = loop.Invoke(() => new KernelTcpReceiver(loop, listener, listenAt, options));
        _socket = sender.Invoke(NewSocket);
    }

    /// <summary>The address at which the receiver listens.</summary>
    public UdpAddress Address => _receiver.Address;

    /// <summary>Payload that the receiver has read.</summary>
    public long DeliveredBytes => _receiver.Bytes;

    /// <summary>Segments with data that have reached the receiving host, repeated ones too; asks the kernel.</summary>
    public long DeliveredSegments => _receiver.Segments;

    public Action<long>? Delivered
    {
        get => _receiver.Delivered;
        set => _receiver.Delivered = value;
    }

    /// <summary>
    /// The sender's state, sampled every <see cref="KernelTcpOptions.SampleInterval"/>. The RTT reported by the kernel is smoothed.
    /// </summary>
    public IReadOnlyList<TcpSample> Samples => _sender?.Samples ?? [];

    /// <summary>Why the flow failed; null if it has not failed.</summary>
    public string? Failure => _sender?.Failure;

    /// <summary>Connects; data written afterwards is sent.</summary>
    /// <exception cref="Mongoose.Runtime.Hosts.HostException">
    /// The kernel has no such congestion control; the message lists the available ones.
    /// </exception>
    /// <exception cref="IOException">The kernel refuses an option, or there is no route to the receiver.</exception>
    /// <exception cref="InvalidOperationException">The flow was already started.</exception>
    public void Start() => _sender = _sender is null
        ? new KernelTcpSender(_loop, _socket, Address, _options)
        : throw new InvalidOperationException("the flow was already started");

    /// <summary>The sender's state; all zero before <see cref="Start"/>.</summary>
    public TcpInfo Info => _sender?.Info ?? default;

    public bool HasRoom => _sender?.HasRoom ?? false;

    public void AwaitRoom(Action action)
    {
        if (!_stopped)
            Started.AwaitRoom(action);
    }

    public void Write(long bytes)
    {
        if (!_stopped)
            Started.Write(bytes);
    }

    public void SetUnlimited(bool unlimited)
    {
        if (!_stopped)
            Started.SetUnlimited(unlimited);
    }

    /// <summary>Sends no new data, whatever is written; data already taken by the kernel still arrives.</summary>
    public void Stop()
    {
        _stopped = true;
        _sender?.Stop();
    }

    /// <summary>Closes both ends immediately. Must be called before the loop ends.</summary>
    public void Dispose()
    {
        _sender?.Dispose();
        _socket.Dispose();
        _receiver.Dispose();
    }

    private KernelTcpSender Started => _sender ?? throw new InvalidOperationException("the flow was not started");

    /// <exception cref="IOException">The host gives no socket.</exception>
    private static Socket NewSocket()
    {
        try
        {
            return new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
        }
        catch (SocketException exception)
        {
            throw new IOException($"TCP socket: {exception.Message}", exception);
        }
    }
}
