using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Verse.Connection;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Sends a connection's packets from a port, at the times that the connection asks for.</summary>
internal sealed class VersePump
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _peer;
    private readonly Alarm _timer;
    private readonly byte[] _datagram = new byte[UdpSender.MaxPayloadBytes];

    public VersePump(IScheduler scheduler, IDatagramPort port, UdpAddress peer, VerseConnection connection)
    {
        (_scheduler, _port, _peer, Connection) = (scheduler, port, peer, connection);
        _timer = new Alarm(scheduler, Send);
    }

    public VerseConnection Connection { get; }

    /// <summary>Sends the packets that are due. Call it after every change to the connection.</summary>
    public void Send()
    {
        for (int length; (length = Connection.TryMakePacket(_scheduler.Now, _datagram)) > 0;)
            _port.Send(_peer, _datagram.AsSpan(0, length));
        if (Connection.NextTimer == Instant.Never)
            _timer.Cancel();
        else
            _timer.Set(Instant.Max(Connection.NextTimer, _scheduler.Now));
    }

    public void Stop() => _timer.Cancel();
}
