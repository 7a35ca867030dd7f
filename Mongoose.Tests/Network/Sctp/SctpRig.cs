using Mongoose.Core.Units;
using Mongoose.Network.Sctp;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Sctp;

/// <summary>A flow of SCTP with numbered messages, for the test's thread.</summary>
internal sealed class SctpRig : IDisposable
{
    private readonly SctpFlow _flow;

    public SctpRig(RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, SctpOptions? options = null, byte number = 0,
        int maxBytes = 100)
    {
        _flow = new SctpFlow(sender, receiver, listenAt, options ?? new SctpOptions { MinRto = Duration.FromMilliseconds(50) });
        Messages = new NumberedMessages(_flow.Loop, number, maxBytes);
        _flow.Loop.Invoke(() => _flow.Received = Messages.Receive);
    }

    public NumberedMessages Messages { get; }

    public SctpFlow Flow => _flow;

    public SctpCounters Counters => _flow.Loop.Invoke(() => _flow.Counters);

    public string? Failure => _flow.Loop.Invoke(() => _flow.Failure);

    public void Start(UdpAddress? via = null) => _flow.Loop.Invoke(() => _flow.Start(via));

    public void Send(int count, SctpDelivery delivery) => Messages.Send(count, message => _flow.Send(message, delivery));

    public void WaitUntilReceived(int count, CancellationToken deadline) =>
        Messages.WaitUntil(() => Messages.Received.Length >= count, deadline);

    /// <summary>Waits until the messages sent have been acknowledged or given up.</summary>
    public void WaitUntilIdle(int sent, CancellationToken deadline) => Messages.WaitUntil(
        () => Messages.Sent == sent && _flow.Loop.Invoke(() => _flow is { IsConnected: true, Waiting: 0 }), deadline);

    public void Dispose()
    {
        Messages.Stop();
        _flow.Dispose();
    }
}
