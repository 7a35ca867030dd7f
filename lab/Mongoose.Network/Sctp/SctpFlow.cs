using System.Runtime.InteropServices;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Sctp.SctpCalls;

namespace Mongoose.Network.Sctp;

/// <summary>
/// Messages in one direction over SCTP (usrsctp) in UDP datagrams, as in WebRTC (RFC 8261 without its encryption). All flows of a process
/// share the stack, and so its thread: applications at both ends run on <see cref="Loop"/>. The ports are in the network namespaces of the
/// hosts' loops. Except for the constructor and <see cref="Dispose"/>, all calls are made on the thread of <see cref="Loop"/>.
/// </summary>
public sealed class SctpFlow : IDisposable
{
    /// <summary>The longest message.</summary>
    public const int MaxMessageBytes = 65_536;

    private readonly SctpStack _stack;
    private readonly SctpReceiver _receiver;
    private readonly SctpEnd _sender;
    private long _messages;
    private long _abandoned;
    private bool _started;
    private bool _disposed;

    /// <summary>Opens the ports; nothing is sent before <see cref="Start"/>. Must not be called on a loop's thread.</summary>
    /// <param name="sender">The loop of the sending host.</param>
    /// <param name="receiver">The loop of the receiving host.</param>
    /// <param name="listenAt">The receiver's UDP address; port 0 chooses a free port.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    /// <exception cref="Mongoose.Runtime.Hosts.HostException">usrsctp is not installed; the message says how to install it.</exception>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public SctpFlow(RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, SctpOptions options)
    {
        options.Validate();
        _stack = SctpStack.Join();
        try
        {
            IDatagramPort listening = Loop.OpenIn(receiver, listenAt);
            _receiver = Loop.Invoke(() => new SctpReceiver(listening, options));
            IDatagramPort sending = Loop.OpenIn(sender, UdpAddress.Any);
            _sender = Loop.Invoke(() => new SctpEnd(sending, options, static () => { }));
        }
        catch
        {
            if (_receiver is not null)
                Loop.Invoke(_receiver.Dispose);
            _stack.Leave();
            throw;
        }
    }

    /// <summary>The loop that both ends run on.</summary>
    public RealTimeLoop Loop => _stack.Loop;

    /// <summary>The receiver's UDP address.</summary>
    public UdpAddress Address => _receiver.Address;

    /// <summary>Handles a message that has arrived; the span is valid during the call.</summary>
    public MessageHandler? Received
    {
        get => _receiver.Received;
        set => _receiver.Received = value;
    }

    /// <summary>Whether the association is established.</summary>
    public bool IsConnected => _started && _sender.Read<AssociationStatus>(Status, default).State == Established;

    /// <summary>
    /// The content of the send buffer: unacknowledged DATA chunks and messages not sent yet; at most 65535 of each are counted.
    /// </summary>
    public int Waiting => _sender.Read<AssociationStatus>(Status, default).Waiting;

    /// <summary>Why the flow failed; null if it has not failed.</summary>
    public string? Failure { get; private set; }

    public SctpCounters Counters => new(_messages, _sender.Datagrams, _sender.Bytes, _receiver.SentBytes,
        _sender.Chunks.Retransmitted, _sender.Chunks.RetransmittedBytes, Abandoned);

    private long Abandoned => _abandoned + _sender.Read(AssociationPrStatus, new PrStatus { Policy = TimeLimited }).Abandoned;

    /// <summary>Connects. Messages may be sent at once: they wait in the send buffer.</summary>
    /// <param name="via">The address of a relay to the receiver; null sends to the receiver itself.</param>
    /// <exception cref="InvalidOperationException">The flow was already started.</exception>
    public void Start(UdpAddress? via = null)
    {
        if (_started)
            throw new InvalidOperationException("the flow was already started");
        _started = true;
        _sender.Peer = via ?? Address;
        _sender.Connect();
    }

    /// <summary>Sends a message, without waiting.</summary>
    /// <param name="message">1 to <see cref="MaxMessageBytes"/> bytes; they are copied.</param>
    /// <param name="delivery">Reliably, or within a time limit; never in order.</param>
    /// <returns>False if the message was not taken because the send buffer is full, or because the flow has failed or was closed.</returns>
    /// <exception cref="ArgumentException">The message is empty or too long.</exception>
    /// <exception cref="InvalidOperationException">The flow was not started.</exception>
    public bool Send(ReadOnlySpan<byte> message, SctpDelivery delivery)
    {
        if (!_started)
            throw new InvalidOperationException("the flow was not started");
        if (message.Length is 0 or > MaxMessageBytes)
            throw new ArgumentException($"a message of {message.Length} bytes: must have 1 to {MaxMessageBytes}", nameof(message));
        if (_sender.IsClosed)
            return false;
        SendInfo info = new()
        {
            Valid = SendInfoValid | PrInfoValid,
            Flags = Unordered,
            PrPolicy = delivery.Milliseconds > 0 ? TimeLimited : (ushort)0,
            PrValue = delivery.Milliseconds,
        };
        nint sent = usrsctp_sendv(_sender.Socket, ref MemoryMarshal.GetReference(message), (nuint)message.Length, 0, 0, info,
            (uint)Marshal.SizeOf<SendInfo>(), SpaInfo, 0);
        if (sent < 0 && Marshal.GetLastPInvokeError() != WouldBlock)
            Failure ??= $"SCTP: {Marshal.GetLastPInvokeErrorMessage()}";
        if (sent < 0)
            return false;
        _messages++;
        return true;
    }

    /// <summary>
    /// Ends the association at once; messages on their way are lost. Must be called before the hosts' loops end, and not on a loop's
    /// thread.
    /// </summary>
    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        Loop.Invoke(() =>
        {
            _abandoned = Abandoned;
            _sender.Dispose();
            _receiver.Dispose();
        });
        _stack.Leave();
    }
}
