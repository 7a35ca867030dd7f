using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Enet;

/// <summary>
/// Messages in one direction over ENet. A socket stays on the host where it was opened, whichever thread uses it: so one loop uses both
/// ends, and applications that know both need no locks. Except for the constructor, all calls are made on that loop's thread.
/// </summary>
public sealed class EnetFlow : IDisposable
{
    /// <summary>The longest message.</summary>
    public const int MaxMessageBytes = 65_536;

    private readonly EnetReceiver _receiver;
    private readonly EnetSender _sender;
    private bool _started;
    private bool _disposed;

    /// <summary>Opens the ports; nothing is sent before <see cref="Start"/>. Must not be called on a loop's thread.</summary>
    /// <param name="loop">Uses both ends.</param>
    /// <param name="sender">The loop of the sending host.</param>
    /// <param name="receiver">The loop of the receiving host.</param>
    /// <param name="listenAt">The receiver's address; port 0 chooses a free port.</param>
    /// <exception cref="ArgumentOutOfRangeException">The send buffer is too small for a message.</exception>
    /// <exception cref="Mongoose.Runtime.Hosts.HostException">ENet is not installed; the message says how to install it.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public EnetFlow(RealTimeLoop loop, RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, EnetOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.SendBufferBytes, MaxMessageBytes);
        EnetLibrary.Library.Require();
        nint listening = receiver.Invoke(() => EnetHost.Create(listenAt));
        _receiver = loop.Invoke(() => new EnetReceiver(loop, listening));
        try
        {
            nint sending = sender.Invoke(() => EnetHost.Create(UdpAddress.Any));
            _sender = loop.Invoke(() => new EnetSender(loop, sending, options));
        }
        catch
        {
            loop.Invoke(_receiver.Dispose);
            throw;
        }
    }

    /// <summary>The address at which the receiver listens.</summary>
    public UdpAddress Address => _receiver.Address;

    /// <summary>Handles a message that has arrived; the span is valid during the call.</summary>
    public MessageHandler? Received
    {
        get => _receiver.Received;
        set => _receiver.Received = value;
    }

    /// <summary>Whether the peer has answered; no message is taken before that.</summary>
    public bool IsConnected => _sender.IsConnected;

    /// <summary>Why the flow failed; null if it has not failed. ENet gives up a peer that has not answered for 5 to 30 seconds.</summary>
    public string? Failure => _sender.Failure;

    /// <summary>Bytes of messages in the send buffer: unsent, or reliable and unacknowledged.</summary>
    public long WaitingBytes => _sender.WaitingBytes;

    public EnetCounters Counters => new(_sender.Messages, _sender.Datagrams, _sender.Bytes, _receiver.SentBytes, _sender.PacketsLost);

    /// <summary>Connects.</summary>
    /// <param name="via">The address of a relay to the receiver; null sends to the receiver itself.</param>
    /// <exception cref="InvalidOperationException">The flow was already started.</exception>
    public void Start(UdpAddress? via = null)
    {
        if (_started)
            throw new InvalidOperationException("the flow was already started");
        _started = true;
        _sender.Connect(via ?? Address);
    }

    /// <summary>Sends a message, without waiting.</summary>
    /// <param name="message">1 to <see cref="MaxMessageBytes"/> bytes; they are copied.</param>
    /// <param name="delivery">Reliable or unreliable, both in order.</param>
    /// <returns>False if the message was not taken because the send buffer is full, or because the flow is not connected.</returns>
    /// <exception cref="ArgumentException">The message is empty or too long.</exception>
    public bool Send(ReadOnlySpan<byte> message, EnetDelivery delivery)
    {
        if (message.Length is 0 or > MaxMessageBytes)
            throw new ArgumentException($"a message of {message.Length} bytes: must have 1 to {MaxMessageBytes}", nameof(message));
        return _sender.Send(message, delivery);
    }

    /// <summary>Closes both ends at once; messages on their way are lost. Must be called before the loop ends.</summary>
    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        _sender.Dispose();
        _receiver.Dispose();
    }
}
