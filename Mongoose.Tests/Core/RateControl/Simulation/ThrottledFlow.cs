using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>
/// A region that paces packets at the requested rate, and a viewer that requests it. Requests take half a round trip; ping replies queue
/// with the packets. The region follows the controller's rate directly, because the viewer's split would raise rates below 50 kbit/s.
/// </summary>
internal sealed class ThrottledFlow
{
    private const int PingBytes = 12;

    private readonly SimulatedPath _path;
    private readonly int _packetBytes;
    private readonly SimulatedScheduler _scheduler;
    private uint _sequence = 1;
    private DataRate _granted = DataRate.FromKilobitsPerSecond(50);
    private bool _sending;
    private Instant _nextWake = Instant.Never;

    public ThrottledFlow(SimulatedPath path, IRateController controller, int packetBytes, bool isSaturating = true)
    {
        _path = path;
        _packetBytes = packetBytes;
        _scheduler = path.Scheduler;
        Backlog = isSaturating ? long.MaxValue : 0;
        Requester = new ThrottleRequester(controller, _scheduler.Now);
        Ping();
        Send();
    }

    public ThrottleRequester Requester { get; }

    public long BytesArrived { get; private set; }

    /// <summary>Bytes that the region has available to send.</summary>
    public long Backlog { get; private set; }

    public void Offer(long bytes)
    {
        Backlog += bytes;
        if (!_sending)
            Send();
    }

    private void Send()
    {
        _sending = Backlog >= _packetBytes;
        if (!_sending)
            return;
        Backlog -= _packetBytes;
        uint sequence = _sequence++;
        _path.ToClient(_packetBytes, () => Receive(sequence));
        _scheduler.At(_scheduler.Now + _granted.TimeToSend(_packetBytes), Send);
    }

    private void Receive(uint sequence)
    {
        BytesArrived += _packetBytes;
        Requester.OnPacket(sequence, isResent: false, _packetBytes, _scheduler.Now);
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
            _path.ToServer(() =>
            {
                _granted = request.Rate;
                _path.ToClient(PingBytes, () => Requester.OnAcknowledged(request.Generation));
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
