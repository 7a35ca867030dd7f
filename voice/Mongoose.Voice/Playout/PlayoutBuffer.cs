using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Playout;

/// <summary>
/// Turns the packets of one source into frames of the mixer's clock. It holds packets no longer than their jitter asks for, and follows the drift of the
/// source's clock by leaving out or holding a frame where that is not heard.
/// <para>
/// The rule: a new voice is heard in the next frame. If nothing has arrived for a frame, the buffer waits for up to <see cref="MaxWaits"/> frames. If the
/// audio comes then, it was late, and the delay has grown by those frames; if later audio comes, it was lost, and the timeline goes on; if nothing comes,
/// the source pauses. A source that goes on after a pause keeps its timeline, unless its timestamps say otherwise.
/// </para>
/// <para>
/// The slack of a packet is the time from its arrival to its frame. While the least slack of ten seconds is a frame and a guard (<see cref="Guard"/>, or an
/// eighth of the range of the slacks), the delay shrinks by a frame: in a quiet or lost frame at once, otherwise after <see cref="Patience"/>, or a quarter of
/// it if there are two frames too many. While it is nearly nothing, a quiet frame is held; while packets come late, any frame. A packet that would wait for
/// a frame more than <see cref="MaxDelay"/> makes the buffer leave out the audio before.
/// </para>
/// <para>A frame of which only a part has arrived has silence in the gaps.</para>
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
internal sealed class PlayoutBuffer
{
    /// <summary>Frames for which the buffer waits for audio before the source counts as pausing.</summary>
    public const int MaxWaits = 3;

    /// <summary>The slack that is left when the delay shrinks. Below half of it, a quiet frame is held.</summary>
    public static readonly Duration Guard = Duration.FromMilliseconds(4);

    /// <summary>How long the buffer looks for a quiet frame before it leaves out one that is not.</summary>
    public static readonly Duration Patience = Duration.FromSeconds(2);

    /// <summary>Jitter beyond this is not followed. With the longest packet it is less than a second, which is what the buffer can hold.</summary>
    public static readonly Duration MaxDelay = Duration.FromMilliseconds(500);

    /// <summary>By how much the first packets of a source may be swapped.</summary>
    private static readonly Duration MaxStart = Duration.FromMilliseconds(100);

    private readonly Duration _frame;
    private readonly int _ticks;
    private readonly AudioStore _store;
    private readonly ArrivalOrder _order;
    private readonly DelayControl _control = new();

    /// <summary>The position of the next frame.</summary>
    private long _position;

    /// <summary>Frames that wait at the position.</summary>
    private int _waits;

    /// <summary>Whether the latest frame was idle; whether a timeline exists.</summary>
    private bool _isIdle = true, _hasTimeline;

    private Instant _nextAt = new(long.MinValue);
    private Duration _delay;
    private long _frames, _missing, _late, _skipped, _held, _ended, _outage, _paused;

    /// <param name="format">The source's format.</param>
    /// <param name="frame">The time of a frame.</param>
    public PlayoutBuffer(AudioFormat format, Duration frame)
        : this(format.ClockRate, frame, AudioStore.Create(format, TicksOf(format.ClockRate, frame)))
    {
    }

    private PlayoutBuffer(int clockRate, Duration frame, AudioStore store) =>
        (_frame, _ticks, _store, _order) = (frame, TicksOf(clockRate, frame), store, new ArrivalOrder(clockRate));

    /// <summary>A buffer for packets that each hold one frame, whatever they contain.</summary>
    /// <param name="clockRate">Ticks of their timestamps in a second.</param>
    /// <param name="frame">The time of a frame.</param>
    public static PlayoutBuffer OfFrames(int clockRate, Duration frame) => new(clockRate, frame, new PacketStore(TicksOf(clockRate, frame)));

    /// <summary>Counters and delays.</summary>
    public PlayoutState State => new(_delay, _frames, _missing, _late, _skipped, _held, _ended, _outage);

    private bool IsPausing => _isIdle && _store.End <= _position;

    /// <summary>Notes a packet; late packets and duplicates change only counters.</summary>
    public void Arrived(in RtpHeader header, ReadOnlySpan<byte> payload, Instant now)
    {
        int ticks = _store.TicksOf(payload);
        if (ticks == 0)
            return;
        bool isPausing = IsPausing;
        ArrivalKind kind = _order.Note(header, ticks, isPausing || !_hasTimeline, now, out long at);
        if (kind is ArrivalKind.Duplicate or ArrivalKind.Stray)
            return;
        if (isPausing)
            EndPause((double)_order.Lost * ticks / _ticks);
        if (kind == ArrivalKind.First || kind == ArrivalKind.Next && isPausing && !Continues(at, now))
            Restart(at);
        else if (kind == ArrivalKind.Earlier && at < _position && _isIdle && !isPausing && SlackOf(at, now) > Duration.Zero - MaxStart)
            StartEarlier(at);
        Store(at, payload, now);
    }

    /// <summary>Advances by one frame.</summary>
    /// <param name="isQuiet">Whether the frame before was quiet, so that leaving one out or holding one is not heard.</param>
    /// <param name="now">The time.</param>
    public PlayoutKind Next(bool isQuiet, Instant now)
    {
        _nextAt = now + _frame;
        if (!_hasTimeline)
            return PlayoutKind.Idle;
        GiveUpLost();
        DelayChange change = _control.Decide(Choice(isQuiet), now);
        if (change == DelayChange.Grow)
            return Hold();
        if (change == DelayChange.Shrink)
            LeaveOut();
        if (_store.End < _position + _ticks && Wait() is PlayoutKind waiting)
            return waiting;
        return Play(now);
    }

    /// <summary>
    /// Takes the next payload that begins in this frame. Formats whose packets can be cut give one payload of exactly one frame, whatever sizes arrived; Opus
    /// gives whole packets: none or several, if they are longer or shorter than a frame. The payload is valid until the next call of any member.
    /// </summary>
    public bool TryTake(out ReadOnlySpan<byte> payload) => _store.TryTake(out payload);

    private static int TicksOf(int clockRate, Duration frame) => Math.Max((int)Math.Round(frame.Seconds * clockRate), 1);

    private Duration SlackOf(long at, Instant now) => Instant.Max(_nextAt, now) - now + _frame * Math.Floor((double)(at - _position) / _ticks);

    /// <summary>Whether a packet after a pause fits the timeline before it; one that is late moves the timeline, which is free in a pause.</summary>
    private bool Continues(long at, Instant now)
    {
        Duration slack = SlackOf(at, now);
        if (!_control.IsUsual(slack, _frame, now))
            return false;
        if (slack < Duration.Zero)
            Move((long)Math.Floor(slack / _frame));
        return true;
    }

    /// <summary>If packets are missing, what seemed a pause was an outage.</summary>
    private void EndPause(double lostFrames)
    {
        _outage += Math.Min((long)Math.Round(lostFrames), _paused);
        _paused = 0;
    }

    private void Restart(long at)
    {
        if (!_isIdle)
            _missing += _waits;
        (_position, _hasTimeline, _waits) = (at, true, 0);
        _store.Clear(at);
        _control.Clear();
    }

    /// <summary>The first packet was not the first of its source, and is not played yet.</summary>
    private void StartEarlier(long at)
    {
        _position = at;
        _control.Clear();
    }

    private void Store(long at, ReadOnlySpan<byte> payload, Instant now)
    {
        Duration slack = SlackOf(at, now);
        if (slack > MaxDelay + _frame)
        {
            long frames = (long)Math.Ceiling((slack - MaxDelay - _frame) / _frame);
            _skipped += frames;
            _store.LeaveOut(_position, (int)Math.Min(frames * _ticks, int.MaxValue));
            Move(frames);
            slack -= _frame * frames;
        }
        if (at < _position)
            _late++;
        if (slack >= Duration.Zero - MaxDelay)
            _control.Note(slack, now);
        _store.Add(at, payload, _position, now);
    }

    /// <summary>Moves the timeline by frames: audio is played earlier, or later if negative.</summary>
    private void Move(long frames)
    {
        _position += frames * _ticks;
        _control.Shift(_frame * -frames);
    }

    /// <summary>Behind frames that waited there is later audio: theirs was lost.</summary>
    private void GiveUpLost()
    {
        while (_waits > 0 && _store.End > _position + _ticks && !_store.HasAudio(_position, _position + _ticks))
            PassWait();
    }

    private void PassWait()
    {
        _waits--;
        if (!_isIdle)
            _missing++;
        Move(1);
    }

    private DelayChoice Choice(bool isQuiet)
    {
        bool isGap = _isIdle || !_store.HasAudio(_position, _position + _ticks);
        int leavable = _waits > 0 ? 0 : _store.LeavableTicks(_position, _ticks);
        return new DelayChoice(isQuiet, isGap, !_isIdle && _waits == 0 && _store.IsBoundary(_position), _frame * ((double)leavable / _ticks));
    }

    private PlayoutKind Hold()
    {
        _held++;
        _control.Shift(_frame);
        return PlayoutKind.Missing;
    }

    private void LeaveOut()
    {
        int ticks = _store.LeavableTicks(_position, _ticks);
        _store.LeaveOut(_position, ticks);
        _position += ticks;
        double frames = (double)ticks / _ticks;
        _control.Shift(_frame * -frames);
        if (!_isIdle)
            _skipped += (long)Math.Round(frames);
    }

    /// <summary>The end of the frame has not arrived: waits, or ends the audio. Null if what has arrived is to be played.</summary>
    private PlayoutKind? Wait()
    {
        bool hasPart = _store.HasAudio(_position, _position + _ticks);
        if (_waits < (hasPart ? 1 : _isIdle ? 0 : MaxWaits))
        {
            _waits++;
            _control.Shift(_frame);
            return _isIdle ? PlayoutKind.Idle : PlayoutKind.Missing;
        }
        return hasPart ? null : Pause();
    }

    private PlayoutKind Pause()
    {
        if (!_isIdle)
            _ended += _waits;
        Move(_waits + 1);
        _waits = 0;
        // Positions move without a change of the delay.
        _control.Shift(_frame);
        _paused = _isIdle ? _paused + 1 : 1;
        _isIdle = true;
        return PlayoutKind.Idle;
    }

    private PlayoutKind Play(Instant now)
    {
        long from = _position;
        _position += _ticks;
        if (!_isIdle)
            _held += _waits;
        _waits = 0;
        if (!_store.HasAudio(from, _position))
        {
            if (!_isIdle)
                _missing++;
            return _isIdle ? PlayoutKind.Idle : PlayoutKind.Missing;
        }
        _store.Begin(from, _position);
        _delay = now - _store.FrameArrived;
        // Behind the last part of a frame the source pauses.
        _isIdle = _store.End < _position;
        _frames++;
        return PlayoutKind.Audio;
    }
}
