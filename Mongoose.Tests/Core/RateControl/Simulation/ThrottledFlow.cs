using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Testbed.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// A region that paces packets at the rate it was asked for, and a viewer that asks. Requests take half a round trip; pings
/// queue with the packets. What the viewer's split would raise to 50 kbit/s is sent as the controller asks it.
/// </summary>
internal sealed class ThrottledFlow
{
    private const int PingBytes = 12;

    private readonly SimulatedPath _path;
    private readonly Func<int> _nextBytes;
    private readonly SimulatedScheduler _scheduler;
    private uint _sequence = 1;
    private DataRate _granted = DataRate.FromKilobitsPerSecond(50);
    private bool _sending;
    private Instant _nextWake = Instant.Never;

    public ThrottledFlow(SimulatedPath path, IRateController controller, Func<int> nextBytes)
    {
        _path = path;
        _nextBytes = nextBytes;
        _scheduler = path.Scheduler;
        Requester = new ThrottleRequester(controller, _scheduler.Now);
        Ping();
        Send();
    }

    public ThrottleRequester Requester { get; }

    public IRateController Controller => Requester.Controller;

    public long BytesArrived { get; private set; }

    public long PacketsSent { get; private set; }

    public long MessagesSent { get; private set; }

    /// <summary>Bytes that the region has to send; more than it will ever send unless set.</summary>
    public long Backlog { get; set; } = long.MaxValue;

    public void Offer(int bytes)
    {
        Backlog += bytes;
        if (!_sending)
            Send();
    }

    private void Send()
    {
        int bytes = _nextBytes();
        _sending = Backlog >= bytes;
        if (!_sending)
            return;
        Backlog -= bytes;
        uint sequence = _sequence++;
        PacketsSent++;
        _path.ToClient(bytes, () => Receive(sequence, bytes));
        _scheduler.At(_scheduler.Now + _granted.TimeToSend(bytes), Send);
    }

    private void Receive(uint sequence, int bytes)
    {
        BytesArrived += bytes;
        Requester.OnPacket(sequence, false, bytes, _scheduler.Now);
        Ask();
    }

    private void Ping()
    {
        Instant sent = _scheduler.Now;
        _path.ToServer(() => _path.ToClient(PingBytes, () =>
        {
            Requester.OnPing(_scheduler.Now - sent, _scheduler.Now);
            Ask();
        }));
        _scheduler.At(_scheduler.Now + Requester.PingInterval, Ping);
    }

    private void Ask()
    {
        if (Requester.TryTake(_scheduler.Now, out ThrottleRequest request))
        {
            MessagesSent++;
            _path.ToServer(() =>
            {
                _granted = request.Rate;
                Requester.OnAcknowledged(request.Generation);
            });
        }
        Instant wake = Requester.NextWakeAt;
        if (wake >= _nextWake || wake == Instant.Never)
            return;
        _nextWake = wake;
        _scheduler.At(wake, Wake);
    }

    private void Wake()
    {
        if (_scheduler.Now < _nextWake)
            return;
        _nextWake = Instant.Never;
        Ask();
    }
}
