using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Rates;

/// <summary>Asks a region for the rate that a controller decides: what arrives in, requests out. Use it on its scheduler's thread.</summary>
public sealed class RatePilot
{
    private readonly IScheduler _scheduler;
    private readonly IRatePort _port;
    private readonly ThrottleRequester _requester;
    private readonly Alarm _wake;
    private bool _paused;

    /// <param name="scheduler">Its clock.</param>
    /// <param name="port">Carries pings and requests.</param>
    /// <param name="controller">Decides.</param>
    public RatePilot(IScheduler scheduler, IRatePort port, IRateController controller)
    {
        _scheduler = scheduler;
        _port = port;
        _requester = new ThrottleRequester(controller, scheduler.Now);
        _wake = new Alarm(scheduler, Ask);
        port.PingInterval = _requester.PingInterval;
    }

    public IRateController Controller => _requester.Controller;

    /// <summary>The first transmissions of the current circuit.</summary>
    public SequenceCounts Counts => _requester.Sequences.Counts;

    /// <summary>What to ask for on arrival.</summary>
    public ChannelRates InitialRates => ViewerSplit.Of(Controller.Rate, double.MaxValue);

    /// <summary>A new circuit opens; the rate is kept.</summary>
    public void NewCircuit()
    {
        _paused = false;
        _requester.OnNewCircuit(_scheduler.Now);
        _port.PingInterval = _requester.PingInterval;
    }

    /// <summary>The circuit has ended, or is about to: nothing more is asked before <see cref="NewCircuit"/>.</summary>
    public void Pause()
    {
        _paused = true;
        _wake.Cancel();
    }

    public void OnPacket(uint sequence, bool isResent, int bytes, Instant at)
    {
        _requester.OnPacket(sequence, isResent, bytes, at);
        Ask();
    }

    public void OnPing(Duration roundTrip, Instant at)
    {
        _requester.OnPing(roundTrip, at);
        _port.PingInterval = _requester.PingInterval;
        Ask();
    }

    public void OnAcknowledged(uint generation) => _requester.OnAcknowledged(generation);

    private void Ask()
    {
        if (_paused)
            return;
        if (_requester.TryTake(_scheduler.Now, out ThrottleRequest request))
            _port.RequestRate(request);
        // One that is due by now was refused on purpose: the next packet or ping asks again.
        Instant next = _requester.NextWakeAt;
        _wake.Set(Instant.Max(next, _scheduler.Now + Duration.FromMilliseconds(1)));
    }
}
