using System.Runtime.Versioning;
using Mongoose.Client.Runtime;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Tcp.Kernel;

/// <summary>
/// A bulk transfer by the kernel's TCP: one end on each of two loops, which are on the same host or on different ones. Its members are for
/// other threads than those of the loops.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class KernelTcpFlow : IDisposable
{
    private readonly RealTimeLoop _senderLoop;
    private readonly RealTimeLoop _receiverLoop;
    private readonly KernelTcpOptions _options;
    private readonly KernelTcpReceiver _receiver;
    private KernelTcpSender? _sender;

    /// <summary>Opens the receiver's port; nothing is sent before <see cref="Start"/>.</summary>
    /// <param name="senderLoop">Where the data comes from.</param>
    /// <param name="receiverLoop">Where it goes to.</param>
    /// <param name="listenAt">The receiver's address; port 0 takes a free one.</param>
    /// <param name="options">Of the flow.</param>
    /// <exception cref="ArgumentOutOfRangeException">The segment size.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public KernelTcpFlow(RealTimeLoop senderLoop, RealTimeLoop receiverLoop, UdpAddress listenAt, KernelTcpOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SegmentBytes, KernelTcpOptions.LeastSegmentBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.SegmentBytes, KernelTcpOptions.MostSegmentBytes);
        (_senderLoop, _receiverLoop, _options) = (senderLoop, receiverLoop, options);
        _receiver = receiverLoop.Invoke(() => new KernelTcpReceiver(receiverLoop, listenAt, options));
    }

    /// <summary>Where the receiver listens.</summary>
    public UdpAddress Address => _receiver.Address;

    /// <summary>Payload that the receiver has read, in bytes.</summary>
    public long DeliveredBytes => _receiverLoop.Invoke(() => _receiver.Bytes);

    /// <summary>That by time: one number for each whole <see cref="KernelTcpOptions.Bin"/> since the start.</summary>
    public long[] DeliveredBytesByBin => _receiverLoop.Invoke(() => _receiver.Bins);

    /// <summary>
    /// The sender's state, one sample each <see cref="KernelTcpOptions.SampleInterval"/>. The kernel smooths the RTT that it tells.
    /// </summary>
    public TcpSample[] Samples => _sender is { } sender ? _senderLoop.Invoke(() => sender.Samples.ToArray()) : [];

    /// <summary>Why it does not run; null if nothing is wrong.</summary>
    public string? Failure => _sender is { } sender ? _senderLoop.Invoke(() => sender.Failure) : null;

    /// <summary>Connects and sends until it is stopped.</summary>
    /// <exception cref="Hosts.HostException">The kernel has no such congestion control; the message lists what it has.</exception>
    /// <exception cref="IOException">There is no way to the receiver.</exception>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    public void Start()
    {
        if (_sender is not null)
            throw new InvalidOperationException("a flow starts once");
        Instant start = RealTimeLoop.Clock;
        _receiverLoop.Invoke(() => _receiver.CountFrom(start));
        _sender = _senderLoop.Invoke(() => new KernelTcpSender(_senderLoop, Address, start, _options));
    }

    /// <summary>Sends nothing new; what the kernel has taken still arrives.</summary>
    public void Stop()
    {
        if (_sender is { } sender)
            _senderLoop.Invoke(sender.Stop);
    }

    /// <summary>Ends both connections at once. To be called before the loops end.</summary>
    public void Dispose()
    {
        if (_sender is { } sender)
            _senderLoop.Invoke(sender.Dispose);
        _receiverLoop.Invoke(_receiver.Dispose);
    }
}
