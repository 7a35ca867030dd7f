using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Network.Tcp;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Kernel;

/// <summary>
/// Data one way by the kernel's TCP. A socket stays on the host where it was opened, whichever thread uses it: so both ends are used by one
/// loop, and applications that know both need no locks. But for the constructor, all calls are on that loop's thread.
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

    /// <summary>Opens the receiver's port; nothing is sent before <see cref="Start"/>. Not to be called on a loop's thread.</summary>
    /// <param name="loop">Uses both ends.</param>
    /// <param name="sender">Of the host where the data comes from.</param>
    /// <param name="receiver">Of the host where it goes to.</param>
    /// <param name="listenAt">The receiver's address; port 0 takes a free one.</param>
    /// <param name="options">Of the flow.</param>
    /// <exception cref="ArgumentOutOfRangeException">The segment size.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public KernelTcpFlow(RealTimeLoop loop, RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, KernelTcpOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SegmentBytes, KernelTcpOptions.LeastSegmentBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SegmentBytes, KernelTcpOptions.MostSegmentBytes);
        (_loop, _options) = (loop, options);
        Socket listener = receiver.Invoke(NewSocket);
        _receiver = loop.Invoke(() => new KernelTcpReceiver(loop, listener, listenAt, options));
        _socket = sender.Invoke(NewSocket);
    }

    /// <summary>Where the receiver listens.</summary>
    public UdpAddress Address => _receiver.Address;

    /// <summary>Payload that the receiver has read.</summary>
    public long DeliveredBytes => _receiver.Bytes;

    public Action<long>? Delivered
    {
        get => _receiver.Delivered;
        set => _receiver.Delivered = value;
    }

    /// <summary>
    /// The sender's state, one sample each <see cref="KernelTcpOptions.SampleInterval"/>. The kernel smooths the RTT that it tells.
    /// </summary>
    public IReadOnlyList<TcpSample> Samples => _sender?.Samples ?? [];

    /// <summary>Why it does not run; null if nothing is wrong.</summary>
    public string? Failure => _sender?.Failure;

    /// <summary>Connects; what is written afterwards is sent.</summary>
    /// <exception cref="Hosts.HostException">The kernel has no such congestion control; the message lists what it has.</exception>
    /// <exception cref="IOException">There is no way to the receiver.</exception>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    public void Start() => _sender = _sender is null
        ? new KernelTcpSender(_loop, _socket, Address, _options)
        : throw new InvalidOperationException("a flow starts once");

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

    /// <summary>Sends nothing new, whatever is written; what the kernel has taken still arrives.</summary>
    public void Stop()
    {
        _stopped = true;
        _sender?.Stop();
    }

    /// <summary>Ends both connections at once. To be called before the loop ends.</summary>
    public void Dispose()
    {
        _sender?.Dispose();
        _socket.Dispose();
        _receiver.Dispose();
    }

    private KernelTcpSender Started => _sender ?? throw new InvalidOperationException("the flow was not started");

    private static Socket NewSocket() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
}
