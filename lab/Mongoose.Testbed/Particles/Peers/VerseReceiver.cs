using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Verse.Connection;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>The connecting end of Verse, which receives the values.</summary>
internal sealed class VerseReceiver : IValueReceiver, IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _sender;
    private readonly VerseOptions _options;
    private readonly ulong _seed;
    private readonly ValueHandler _received;
    private VersePump? _pump;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which the port is opened.</param>
    /// <param name="local">The receiver's address; port 0 chooses a free port.</param>
    /// <param name="sender">The address to connect to.</param>
    /// <param name="options">The options of this end.</param>
    /// <param name="seed">The seed of ids.</param>
    /// <param name="received">Handles each value.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public VerseReceiver(
        IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress sender, VerseOptions options, ulong seed,
        ValueHandler received)
    {
        (_scheduler, _sender, _options, _seed, _received) = (scheduler, sender, options, seed, received);
        _port = network.Open(local, Receive);
    }

    public void Connect()
    {
        VerseConnection connection = VerseConnection.Connect(_options, _seed, _scheduler.Now);
        connection.Receiver = this;
        _pump = new VersePump(_scheduler, _port, _sender, connection);
        _pump.Send();
    }

    public void Dispose()
    {
        _pump?.Stop();
        _port.Dispose();
    }

    void IValueReceiver.Changed(ulong key, ReadOnlySpan<byte> value) => _received(ParticleValue.ReadBody((int)key, value));

    /// <summary>Particles are never removed.</summary>
    void IValueReceiver.Removed(ulong key)
    {
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        if (_pump is null)
            return;
        _pump.Connection.Receive(datagram, _scheduler.Now);
        _pump.Send();
    }
}
