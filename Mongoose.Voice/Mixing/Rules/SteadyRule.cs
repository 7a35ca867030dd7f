using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>draft</summary>
public sealed class SteadyRule : IMixingRule
{
    private readonly StreamPackets _packets;
    private readonly int _max;
    private SteadyDecision _decision;
    private DrainTrial _trial;
    private MixingMode _mode = MixingMode.Delay;
    private Instant _raiseAt, _raisedAt, _loweredAt, _lookAt, _decideAt, _quickAt, _shortSince, _resumeAt;
    private bool _isShort;
    private int _failures, _probes, _starved;

    public SteadyRule(StreamPackets packets, int max, Instant now)
    {
        (_packets, _max) = (packets, max);
        Instant ago = now - Duration.FromSeconds(1000);
        (_raiseAt, _raisedAt, _loweredAt, _lookAt, _decideAt, _quickAt, _shortSince, _resumeAt) = (ago, ago, ago, ago, now, ago, now, ago);
        Streams = 1;
    }

    public int Streams { get; private set; }

    public MixingMode Mode => Streams == 0 ? MixingMode.Probing : _mode;

    public bool KnowsOthersQueue => _mode == MixingMode.Competing;

    public void OnSilence(Instant now) => Probe(now);

    public void OnReading(in PathReading r)
    {
        if (Streams == 0)
        {
            _probes += r.Acked;
            if (_probes >= 3 && r.At >= _resumeAt)
                Resume(r.At);
            return;
        }
        if (r.LossShare > 0.2)
        {
            Probe(r.At);
            return;
        }
        WatchShort(r);
        if (r.IsNewLossEvent && r.At > _loweredAt + r.RoundTrip)
            LowerToFair(r);
        if (_mode == MixingMode.Delay)
            WatchQueue(r);
        if (r.At >= _decideAt)
        {
            _decideAt = r.At + Duration.Max(r.RoundTrip * 7, Duration.FromSeconds(1));
            Decide(r);
        }
    }

    private Duration Limit => Duration.FromMilliseconds(Math.Clamp(350 / (Streams - 0.5), 40, 150));
    private static readonly Duration Low = Duration.FromMilliseconds(25);

    private void WatchShort(in PathReading r)
    {
        if (r.Queueing > Low)
            _isShort = false;
        else if (!_isShort)
            (_isShort, _shortSince) = (true, r.At);
        if (r.Queueing < Low)
            _trial.Reset();
        if (_mode == MixingMode.Competing && _isShort && r.At - _shortSince > Duration.FromSeconds(5))
            _mode = MixingMode.Delay;
    }

    private void LowerToFair(in PathReading r)
    {
        int fair = Math.Max(1, (int)Math.Floor(_packets.StreamsIn(r.FairRate) + 0.5));
        if (fair < Streams && _packets.StreamsIn(r.FairRate) < Streams - 0.5)
            (Streams, _loweredAt) = (fair, r.At);
    }

    private void WatchQueue(in PathReading r)
    {
        _trial.Note(r.Queueing);
        if (r.Queueing <= Limit)
            return;
        bool falls = r.QueueingChange < Duration.FromMilliseconds(-3);
        int delivered = (int)Math.Floor(_packets.StreamsIn(r.Delivered) + 0.25);
        if (r.At < _lookAt)
        {
            // no more than what arrives
            if (r.At >= _quickAt && !falls && delivered < Streams)
                Lower(Math.Max(1, delivered), r);
            return;
        }
        if (falls && r.At < _lookAt + Duration.FromSeconds(20))
            return;
        if (_trial.HasFailed(r.Queueing))
        {
            _mode = MixingMode.Competing;
            _trial.Reset();
            return;
        }
        _trial.Begin(Streams, r.Queueing);
        _lookAt = r.At + Duration.Max(Duration.FromSeconds(1.5), r.RoundTrip * 3);
        if (Streams > 1)
            Lower(Math.Max(1, Math.Min(Streams - 1, delivered)), r);
    }

    private void Lower(int streams, in PathReading r)
    {
        bool own = r.At - _raisedAt < Duration.FromSeconds(5);
        if (own)
            _failures++;
        Duration wait = own ? Duration.FromSeconds(Math.Min(25, 8 * Math.Pow(2, _failures - 1))) : Duration.FromSeconds(2 * Streams);
        _raisedAt = r.At - Duration.FromSeconds(1000);
        _raiseAt = r.At + wait;
        _quickAt = r.At + r.RoundTrip + Duration.FromMilliseconds(300);
        (Streams, _loweredAt) = (streams, r.At);
    }

    private void Decide(in PathReading r)
    {
        int wanted = _decision.Decide(Streams, r.FairRate);
        if (wanted < Streams)
        {
            (Streams, _loweredAt) = (wanted, r.At);
            return;
        }
        if (Streams == 1 && _mode == MixingMode.Competing && _packets.StreamsIn(r.FairRate) < 0.25 && r.LossShare > 0.05)
        {
            if (++_starved >= 2)
                Probe(r.At);
            return;
        }
        _starved = 0;
        if (wanted <= Streams || !r.IsInUse || Streams >= _max)
            return;
        bool may = _mode == MixingMode.Competing
            ? r.QueueingChange >= Duration.FromMilliseconds(-20)
            : r.Queueing < Low && r.At >= _raiseAt;
        if (!may)
            return;
        if (r.At - _raisedAt < Duration.FromSeconds(5) || r.At - _raisedAt > Duration.FromSeconds(1000) == false)
            _failures = 0;
        Streams++;
        _raisedAt = r.At;
    }

    private void Probe(Instant now)
    {
        Streams = 0;
        _probes = 0;
        _failures++;
        _resumeAt = now + Duration.FromSeconds(Math.Min(25, 3 * Math.Pow(2, _failures - 1)));
    }

    private void Resume(Instant now)
    {
        Streams = 1;
        _mode = MixingMode.Delay;
        _starved = 0;
        _raisedAt = now;
        _trial.Reset();
        _raiseAt = now + Duration.FromSeconds(2);
    }
}
