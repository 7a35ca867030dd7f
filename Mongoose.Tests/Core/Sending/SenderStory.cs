using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A region whose ports, clock and owner misbehave in random order, and then behave. Invariants are checked at each pass. The seed
/// determines the whole run.
/// </summary>
internal sealed class SenderStory
{
    private const int MaxCircuits = 8, MaxQueued = 200;

    private readonly int _seed;
    private readonly Random _random;
    private readonly bool _isPolled;
    private readonly DataRate _limit;
    private readonly RegionSender<HostilePort> _sender;
    private readonly List<HostilePort> _open = [];
    private readonly HostilePort.CapCheck _region = new(8 * SceneShaper<HostilePort>.PacketBytes + SceneShaper<HostilePort>.PacketBytes);
    private Instant _now = Instant.FromSeconds(1000);
    private Instant _next;
    private bool _isHostile = true;
    private int _step;

    public SenderStory(int seed, bool usesPaths)
    {
        _seed = seed;
        _random = new Random(seed);
        _isPolled = seed % 2 == 0;
        _limit = DataRate.FromKilobitsPerSecond(seed % 3 == 0 ? 0 : 2000);
        Failure = new InvalidOperationException("on purpose");
        SendingOptions options = (_isPolled ? SenderRig.Polled : SenderRig.EventDriven) with
        {
            PathControl = usesPaths ? PathControlOptions.Default : null,
            FastResend = usesPaths,
        };
        _sender = new RegionSender<HostilePort>(options, _limit, OnFailure, _now);
        for (int i = 0; i < 4; i++)
            Open();
    }

    public InvalidOperationException Failure { get; }

    public long Sent { get; private set; }

    public int Failures { get; private set; }

    public void Run(int steps)
    {
        Steps(steps);
        Require(Sent > steps / 50, "too few packets are sent");
        Require(Failures > steps / 5000, "too few calls fail");
        Settle();
    }

    public void Steps(int steps)
    {
        for (int end = _step + steps; _step < end; _step++)
        {
            switch (_random.Next(10))
            {
                case < 6: Pass(); break;
                case 6: StepClock(); break;
                case 7: Disturb(Any()); break;
                default: Arrive(); break;
            }
        }
    }

    /// <summary>Randomly true while the hostility lasts: once in <paramref name="times"/>.</summary>
    public bool Lies(int times) => _isHostile && _random.Next(times) == 0;

    public T Pick<T>(params T[] values) => values[_random.Next(values.Length)];

    public void Count(int bytes)
    {
        Sent++;
        _region.Sent(bytes);
    }

    public int Size() => 1 + _random.Next(1500);

    /// <summary>Changes something under the sender, even while the sender is calling a port.</summary>
    public void Disturb(HostilePort port)
    {
        if (!_isHostile)
            return;
        switch (_random.Next(60))
        {
            case < 5:
                SetRate(port);
                break;
            case < 8:
                port.Claimed = Pick(default, new InFlight(1, 1000, port.Claimed.Acked), new InFlight(1, 2_000_000, port.Claimed.Acked),
                    new InFlight(5000, 1, port.Claimed.Acked + 1), new InFlight(-1, -1, -1));
                port.Sender.Notify(CircuitEvents.Acks);
                break;
            case < 10:
                port.Sender.Notify((CircuitEvents)_random.Next(32));
                break;
            case 10 when _open.Count > 2:
                Close(Pick(port, Any()));
                break;
            case 11 or 12 when _open.Count < MaxCircuits:
                Open();
                break;
        }
    }

    public void Require(bool holds, string what)
    {
        if (!holds)
            Fail(what);
    }

    private void Pass()
    {
        // Calls at the time that the sender asked for, too early or too late.
        Instant before = _now;
        _now = _random.Next(3) switch
        {
            0 when _next < _now + Duration.FromSeconds(10) => Instant.Max(_now, _next),
            1 => _now,
            _ => _now + Duration.FromMilliseconds(20 * _random.NextDouble()),
        };
        ArriveAndServe(before);
    }

    private void ArriveAndServe(Instant before)
    {
        foreach (HostilePort port in _open)
            port.ArriveAtViewer(_now);
        Serve(before);
    }

    private void Serve(Instant before)
    {
        Elapse(_now - before);
        for (int times = 0; ; times++)
        {
            (long sent, int failures, int open) = (Sent, Failures, _open.Count);
            _next = _sender.Serve(_now);
            if (_next > _now)
                break;
            // A circuit that opens in a pass is due immediately, and a port's new answer may release packets that it held a moment before.
            Require(Sent > sent || Failures > failures
                || _open.Count != open || times < 5, "the sender asks to be called immediately, and nothing is sent");
            Require(times < 10_000, "the pass does not end");
        }
        Require(_limit == DataRate.Zero || _region.Excess <= 0, $"the region exceeds its cap by {_region.Excess} bytes");
        Require(_sender.Circuits.Count == _open.Count, "circuits");
        foreach (HostilePort port in _open)
        {
            Require(port.Cap.Excess <= 0, $"a circuit of {port.Sender.Shaper.CircuitRate} exceeds its cap by {port.Cap.Excess} bytes");
            if (_step % 16 == 0)
                port.CheckAccounts();
        }
    }

    private void Elapse(Duration elapsed)
    {
        _region.Pass(_limit, 0, elapsed);
        foreach (HostilePort port in _open)
            port.Cap.Pass(port.Sender.Shaper.CircuitRate, port.Sender.Shaper.BurstBytes, elapsed);
    }

    private void StepClock()
    {
        Instant before = _now;
        if (_random.Next(50) == 0)
            _now += Duration.FromSeconds(Pick(-1, -1e-9, -3600, -1e6, 10, 3600, 1e6) * _random.NextDouble());
        Elapse(_now - before);
    }

    private void Arrive()
    {
        HostilePort port = Any();
        for (int i = _random.Next(4); i > 0 && port.Queued < MaxQueued; i--)
            port.Enqueue((Channel)_random.Next(ChannelRates.Count), Size());
        if (_random.Next(4) > 0)
            port.Sender.Notify(CircuitEvents.Packets);
    }

    private HostilePort Any() => _open[_random.Next(_open.Count)];

    private void Open()
    {
        HostilePort port = new(this);
        SetRate(port, notify: false);
        port.Sender = _sender.Open(port, _now);
        _open.Add(port);
    }

    private void Close(HostilePort port)
    {
        if (port.IsClosed)
            return;
        port.IsClosed = true;
        _open.Remove(port);
        _sender.Close(port.Sender);
    }

    private void SetRate(HostilePort port, bool notify = true)
    {
        DataRate rate = DataRate.FromKilobitsPerSecond(Pick(0.0, 40, 800, 800, 8000));
        port.Set = new CircuitRates(rate, ViewerSplit.Of(rate).Scaled(Pick(0.0, 0.6, 1, 2)));
        if (notify && _random.Next(3) > 0)
            port.Sender.Notify(CircuitEvents.Rates);
    }

    private void OnFailure(CircuitSender<HostilePort> circuit, Exception exception)
    {
        if (exception is AssertionException)
            ExceptionDispatchInfo.Throw(exception);
        if (exception != Failure)
            Fail(exception.ToString());
        Failures++;
    }

    /// <summary>
    /// From here on everything behaves: all queued packets must be sent within the time that the slowest circuit takes plus ten seconds.
    /// After silence, a circuit needs some of them to recover.
    /// </summary>
    private void Settle()
    {
        _isHostile = false;
        double slowest = 0;
        DataRate rate = DataRate.FromKilobitsPerSecond(800);
        DataRate total = DataRate.Zero;
        foreach (HostilePort port in _open.ToArray())
        {
            (port.Set, port.Claimed) = (new CircuitRates(rate, ViewerSplit.Of(rate)), default);
            port.Sender.Notify((CircuitEvents)31);
            total += rate;
            // A path that has delivered little may leave a circuit only the lowest rate.
            DataRate min = port.Sender.Path is null ? rate : DataRate.FromBytesPerSecond(PathController.LowestRate);
            slowest = Math.Max(slowest, port.Queued * 1500 / min.BytesPerSecond);
        }
        if (_limit > DataRate.Zero)
            slowest *= Math.Max(1, total / _limit);
        Instant end = _now + Duration.FromSeconds(slowest + 10);
        for (Instant before = _now; _now <= end; (before, _now) = (_now, Instant.Min(_next, end + new Duration(1))))
            ArriveAndServe(before);
        ArriveAndServe(_now);
        foreach (HostilePort port in _open)
        {
            Require(port.Sender.Shaper.CircuitRate <= rate, "a circuit sends faster than requested");
            Require(port.Queued == 0, $"{port.Queued} packets are still queued on a circuit of {port.Sender.Shaper.CircuitRate}");
            Require(port.Sender.Path is null or { InFlight.Packets: 0 }, "packets that have arrived count as in flight");
        }
    }

    [DoesNotReturn]
    private void Fail(string what) => throw new AssertionException(
        $"seed {_seed}, step {_step}{(_isHostile ? "" : " (settling)")}, {(_isPolled ? "polled" : "notified")}, limit {_limit}, "
        + $"{_open.Count} circuits, {Sent} sent, {Failures} failures: {what}");
}
