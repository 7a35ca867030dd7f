using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Requests the state by datagrams until the first answer, and reads the messages of each datagram.</summary>
internal sealed class UdpReceiver : IDisposable
{
    private static readonly Duration RequestInterval = Duration.FromMilliseconds(100);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _sender;
    private readonly int _messageBytes;
    private readonly ValueHandler _received;
    private readonly Alarm _request;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which the port is opened.</param>
    /// <param name="local">The receiver's address; port 0 chooses a free port.</param>
    /// <param name="sender">The address to which requests are sent.</param>
    /// <param name="received">Handles each value.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public UdpReceiver(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress sender, int messageBytes, ValueHandler received)
    {
        (_scheduler, _sender, _messageBytes, _received) = (scheduler, sender, messageBytes, received);
        _request = new Alarm(scheduler, Request);
        _port = network.Open(local, Receive);
    }

    /// <summary>Requests now and at intervals.</summary>
    public void Request()
    {
        _port.Send(_sender, [0]);
        _request.Set(_scheduler.Now + RequestInterval);
    }

    public void Dispose()
    {
        _request.Cancel();
        _port.Dispose();
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        _request.Cancel();
        ValuePacker.Read(datagram, _messageBytes, _received);
    }
}
