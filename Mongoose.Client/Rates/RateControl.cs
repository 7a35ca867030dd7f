using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Rates;

/// <summary>
/// Tracks the sequence numbers that arrive on a circuit and, while a controller is in use, requests the controller's rate. Use it on its
/// scheduler's thread. It allocates nothing per packet.
/// </summary>
public sealed class RateControl
{
    private readonly Action<ThrottleRequest> _send;
    private readonly IScheduler _scheduler;
    private readonly Alarm _wake;
    private SequenceTracker? _sequences;
    private ThrottleRequester? _requester;
    private bool _paused;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="send">Sends a request to the region, once: this class repeats requests that are not acknowledged.</param>
    public RateControl(IScheduler scheduler, Action<ThrottleRequest> send)
    {
        _scheduler = scheduler;
        _send = send;
        _wake = new Alarm(scheduler, Ask);
    }

    /// <summary>The circuit's sequence numbers; counted from <see cref="Begin"/> if it was called.</summary>
    public SequenceTracker Sequences => _sequences ??= new SequenceTracker();

    /// <summary>
    /// The rates last requested; before the first request, the rates to request on arrival. All zero before <see cref="Begin"/>.
    /// </summary>
    public ChannelRates Requested { get; private set; }

    /// <summary>The interval between pings that the controller needs; null without a controller.</summary>
    public Duration? PingInterval => _requester?.PingInterval;

    /// <summary>
    /// The avatar arrives on this circuit: rates are requested from now on. The controller keeps its state from another circuit.
    /// </summary>
    public void Begin(IRateController controller)
    {
        _requester = new ThrottleRequester(controller, _scheduler.Now);
        if (_sequences is { } earlier)
            _requester.Sequences.RememberAll(earlier);
        _sequences = _requester.Sequences;
        _paused = false;
        Requested = ViewerSplit.Of(controller.Rate, double.MaxValue);
    }

    /// <summary>The circuit is about to end: nothing more is requested.</summary>
    public void Pause()
    {
        _paused = true;
        _wake.Cancel();
    }

    /// <summary>The avatar is elsewhere: the controller is no longer used. Sequence numbers are still tracked.</summary>
    public void End()
    {
        Pause();
        _requester = null;
    }

    /// <summary>A packet of the circuit has arrived.</summary>
    /// <param name="sequence">The packet's sequence number.</param>
    /// <param name="isResent">The packet's resent flag.</param>
    /// <param name="bytes">The packet's UDP payload, 1 to 65535.</param>
    /// <param name="at">The packet's arrival time.</param>
    public PacketVerdict OnPacket(uint sequence, bool isResent, int bytes, Instant at)
    {
        // OpenSim acks the circuit code with number 0, outside the sequence.
        if (sequence == 0)
            return new PacketVerdict(PacketKind.Implausible, 0, default);
        if (_requester is not { } requester)
            return Sequences.OnPacket(sequence, isResent, at);
        PacketVerdict verdict = requester.OnPacket(sequence, isResent, bytes, at);
        Ask();
        return verdict;
    }

    public void OnPing(Duration roundTrip, Instant at)
    {
        _requester?.OnPing(roundTrip, at);
        Ask();
    }

    /// <summary>The region has acknowledged a request.</summary>
    public void OnAcknowledged(uint generation) => _requester?.OnAcknowledged(generation);

    private void Ask()
    {
        if (_paused || _requester is not { } requester)
            return;
        if (requester.TryTake(_scheduler.Now, out ThrottleRequest request))
        {
            Requested = request.Channels;
            _send(request);
        }
        // A request that is due already was withheld on purpose: the next packet or ping tries again.
        _wake.Set(Instant.Max(requester.NextWakeAt, _scheduler.Now + Duration.FromMilliseconds(1)));
    }
}
