using Mongoose.Network.Enet;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Enet;

/// <summary>A flow of ENet with numbered messages on its own loop, for the test's thread.</summary>
internal sealed class EnetRig : IDisposable
{
    private readonly RealTimeLoop _loop = new("ENet");
    private readonly EnetFlow _flow;

    public EnetRig(RealTimeLoop sender, RealTimeLoop receiver, UdpAddress listenAt, EnetOptions? options = null, byte number = 0,
        int maxBytes = 100)
    {
        try
        {
            _flow = new EnetFlow(_loop, sender, receiver, listenAt, options ?? new EnetOptions());
        }
        catch
        {
            _loop.Dispose();
            throw;
        }
        Messages = new NumberedMessages(_loop, number, maxBytes);
        _loop.Invoke(() => _flow.Received = Messages.Receive);
    }

    public NumberedMessages Messages { get; }

    public UdpAddress Address => _flow.Address;

    public EnetCounters Counters => _loop.Invoke(() => _flow.Counters);

    public long WaitingBytes => _loop.Invoke(() => _flow.WaitingBytes);

    public string? Failure => _loop.Invoke(() => _flow.Failure);

    public void Start(UdpAddress? via = null) => _loop.Invoke(() => _flow.Start(via));

    public void WaitUntilConnected(CancellationToken deadline) => Messages.WaitUntil(() => _loop.Invoke(() => _flow.IsConnected), deadline);

    /// <summary>Sends one message now.</summary>
    public bool TrySend(byte[] message, EnetDelivery delivery) => _loop.Invoke(() => _flow.Send(message, delivery));

    public void Send(int count, EnetDelivery delivery) => Messages.Send(count, message => _flow.Send(message, delivery));

    public void WaitUntilReceived(int count, CancellationToken deadline) =>
        Messages.WaitUntil(() => Messages.Received.Length >= count, deadline);

    public void Dispose()
    {
        _loop.Invoke(_flow.Dispose);
        _loop.Dispose();
    }
}
