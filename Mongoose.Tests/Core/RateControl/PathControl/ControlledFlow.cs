using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Core.RateControl.Simulation;
using Mongoose.Tests.Core.Sending;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>
/// A circuit that always has packets and sends them at the rate that path control permits. Its viewer acknowledges packets as they arrive.
/// </summary>
internal sealed class ControlledFlow
{
    private static readonly Grant Packet = new(Channel.Texture, PathController.SegmentBytes, Borrowed: false);

    private readonly SimulatedPath _path;
    private readonly SimulatedScheduler _scheduler;
    private readonly CircuitPath _circuit;
    private readonly FakePort _port = new() { IsLogging = false };
    private uint _number, _datagram;

    public ControlledFlow(SimulatedPath path, DataRate asked, VisitorLine? line = null, bool isRoot = true)
    {
        _path = path;
        _scheduler = path.Scheduler;
        _circuit = new CircuitPath(new SendingOptions { PathControl = PathControlOptions.Default }, line, isRoot, _scheduler.Now);
        Share.SetAllowed(asked, _scheduler.Now);
        Send();
    }

    public LineShare Share => _circuit.Control!;

    /// <summary>Whether the circuit has packets to send.</summary>
    public bool HasPackets { get; set; } = true;

    public bool IsClosed { get; private set; }

    public long BytesArrived { get; private set; }

    /// <summary>Times that packets took from sending to arrival.</summary>
    public List<double> Milliseconds { get; } = [];

    public void Close()
    {
        IsClosed = true;
        _circuit.LeaveLine();
    }

    private void Send()
    {
        if (IsClosed)
            return;
        Instant sent = _scheduler.Now;
        if (HasPackets)
        {
            Share.NoteLimited(sent);
            if (!_circuit.IsLineFull)
                SendPacket(sent);
        }
        _circuit.Poll(_port, sent);
        _scheduler.At(sent + Duration.Min(Share.Rate.TimeToSend(Packet.Bytes), Duration.FromMilliseconds(100)), Send);
    }

    private void SendPacket(Instant sent)
    {
        uint number = ++_number;
        _circuit.PacketSent(number, Packet, sent);
        _path.ToClient(Packet.Bytes, () => Receive(number, sent));
    }

    private void Receive(uint number, Instant sent)
    {
        BytesArrived += Packet.Bytes;
        Milliseconds.Add((_scheduler.Now - sent).Milliseconds);
        uint datagram = ++_datagram;
        _path.ToServer(() =>
        {
            if (IsClosed)
                return;
            _circuit.Inbox.Datagram(datagram, _scheduler.Now);
            _circuit.Inbox.Acked(datagram, number, _scheduler.Now);
            _circuit.Poll(_port, _scheduler.Now);
        });
    }
}
