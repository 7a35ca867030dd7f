using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Playout;

/// <summary>
/// Turns the packets of one source into frames of the mixer's clock. It delays packets no longer than their jitter requires, and follows
/// the drift of the source's clock by leaving out or holding frames where that is not audible.
/// <para>
/// The rule: a new voice plays in the next frame. If nothing has arrived for a frame, the buffer waits for up to <see cref="MaxWaits"/>
/// frames. If the audio arrives then, it was late, and the delay has grown by those frames; if later audio arrives instead, the awaited
/// audio was lost, and the timeline continues; if nothing arrives, the source pauses.
/// A source that resumes after a pause keeps its timeline, unless its timestamps
/// have jumped.
/// </para>
/// <para>
/// The slack of a packet is the time from its arrival to its frame. While the minimum slack of ten seconds is at least a frame and a guard
/// (<see cref="Guard"/>, or an eighth of the range of the slacks), the delay shrinks by a frame: in a quiet or lost frame at once,
/// otherwise after <see cref="Patience"/>, or after a quarter of it if there are two frames of excess. While the minimum is near zero, a
/// quiet frame is held; while packets are late, any frame, unless a packet waits for longer than <see cref="MaxDelay"/>. If a packet would
/// wait longer than <see cref="MaxDelay"/> plus a frame, the buffer leaves out the audio before it.
/// </para>
/// <para>If only a part of a frame has arrived, the gaps are filled with silence.</para>
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
/// <param name="clockRate">Ticks of the timestamps per second.</param>
internal sealed class PlayoutBuffer(int clockRate, Duration frame, AudioStore store)
{
    /// <summary>The number of frames that the buffer waits for audio before the source counts as paused.</summary>
    public const int MaxWaits = 3;

    /// <summary>The slack that is left when the delay shrinks. Below half of it, a quiet frame is held.</summary>
    public static readonly Duration Guard = Duration.FromMilliseconds(4);

    /// <summary>How long the buffer waits for a quiet frame before it leaves out any frame.</summary>
    public static readonly Duration Patience = Duration.FromSeconds(2);

    /// <summary>
    /// The delay does not follow more jitter than this. Together with the longest packet it is less than a second, the capacity of the
    /// buffer.
    /// </summary>
    public static readonly Duration MaxDelay = Duration.FromMilliseconds(500);

    /// <summary>The time within which the first packets of a source may be reordered.</summary>
    private static readonly Duration MaxStart = Duration.FromMilliseconds(100);

    private readonly int _ticks = TicksOf(clockRate, frame);
    private readonly ArrivalOrder _order = new(clockRate);
    private readonly DelayControl _control = new();

    /// <summary>The position of the next frame.</summary>
    private long _position;

    /// <summary>Frames for which the position has waited.</summary>
    private int _waits;

    /// <summary>Whether the latest frame was idle; whether a timeline exists.</summary>
    private bool _isIdle = true, _hasTimeline;

    private Instant _nextAt = Instant.LongAgo;
    private Duration _delay;
    private long _frames, _missing, _late, _skipped, _held, _ended, _outage, _paused;

    public PlayoutBuffer(AudioFormat format, Duration frame)
        : this(format.ClockRate, frame, AudioStore.Create(format, TicksOf(format.ClockRate, frame)))
    {
    }

    /// <summary>A buffer for packets that each hold one frame, whatever they contain.</summary>
    /// <param name="clockRate">Ticks of their timestamps in a second.</param>
    public static PlayoutBuffer OfFrames(int clockRate, Duration frame) =>
        new(clockRate, frame, new PacketStore(TicksOf(clockRate, frame)));

    /// <summary>Counters and delays.</summary>
    public PlayoutState State => new(_delay, _frames, _missing, _late, _skipped, _held, _ended, _outage);

    private bool IsPausing => _isIdle && store.End <= _position;

    /// <summary>
    /// Takes a packet. A duplicate changes nothing; a late packet may increase the delay, but audio before the next frame is not played.
    /// </summary>
    public void Arrived(in RtpHeader header, ReadOnlySpan<byte> payload, Instant now)
    {
        int ticks = store.TicksOf(payload);
        if (ticks == 0)
            return;
        bool isPausing = IsPausing;
        ArrivalKind kind = _order.Classify(header, ticks, isPausing || !_hasTimeline, now, out long at);
        if (kind is ArrivalKind.Duplicate or ArrivalKind.Stray)
            return;
        if (isPausing && kind != ArrivalKind.Earlier)
            EndPause((double)_order.Lost * ticks / _ticks);
        if (kind == ArrivalKind.First || kind == ArrivalKind.Next && isPausing && !Continues(at, now))
            Restart(at);
        else if (kind == ArrivalKind.Earlier && at < _position && _isIdle && !isPausing && SlackOf(at, now) > Duration.Zero - MaxStart)
            StartEarlier(at);
        Store(at, payload, now);
    }

    /// <summary>Advances by one frame.</summary>
    /// <param name="isQuiet">Whether the previous frame was quiet, so that leaving out or holding a frame is not audible.</param>
    public PlayoutKind Next(bool isQuiet, Instant now)
    {
        _nextAt = now + frame;
        if (!_hasTimeline)
            return PlayoutKind.Idle;
        GiveUpLost();
        DelayChange change = _control.Decide(Choice(isQuiet), now);
        if (change == DelayChange.Grow)
            return Hold();
        if (change == DelayChange.Shrink)
            LeaveOut();
        if (store.End < _position + _ticks && AwaitAudio() is PlayoutKind waiting)
            return waiting;
        return Play(now);
    }

    /// <summary>
    /// Takes the next payload that begins in this frame. Formats whose packets can be split give one payload of exactly one frame; Opus
    /// gives whole packets: none or several, if they are longer or shorter than a frame. The payload is valid until the next call of any
    /// member.
    /// </summary>
    public bool TryTake(out ReadOnlySpan<byte> payload) => store.TryTake(out payload);

    private static int TicksOf(int clockRate, Duration frame) => Math.Max((int)Math.Round(frame.Seconds * clockRate), 1);

    private Duration SlackOf(long at, Instant now) => Instant.Max(_nextAt, now) - now
        + frame * Math.Floor((double)(at - _position) / _ticks);

    /// <summary>
    /// Whether a packet after a pause continues the timeline. A late one moves the timeline, which costs nothing in a pause.
    /// </summary>
    private bool Continues(long at, Instant now)
    {
        Duration slack = SlackOf(at, now);
        if (!_control.IsUsual(slack, frame, now))
            return false;
        if (slack < Duration.Zero)
            Move((long)Math.Floor(slack / frame));
        return true;
    }

    /// <summary>Ends a pause. If packets are missing, it was an outage.</summary>
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
        store.Clear(at);
        _control.Clear();
    }

    /// <summary>An earlier packet has arrived before the first one was played: starts with it.</summary>
    private void StartEarlier(long at)
    {
        _position = at;
        _control.Clear();
    }

    private void Store(long at, ReadOnlySpan<byte> payload, Instant now)
    {
        Duration slack = SlackOf(at, now);
        if (slack > MaxDelay + frame)
        {
            long frames = (long)Math.Ceiling((slack - MaxDelay - frame) / frame);
            _skipped += frames;
            store.LeaveOut(_position, (int)Math.Min(frames * _ticks, int.MaxValue));
            Move(frames);
            slack -= frame * frames;
        }
        if (at < _position)
            _late++;
        if (slack >= Duration.Zero - MaxDelay)
            _control.Add(slack, now);
        store.Add(at, payload, _position, now);
    }

    /// <summary>Moves the timeline by frames: audio is played earlier, or later if negative.</summary>
    private void Move(long frames)
    {
        _position += frames * _ticks;
        _control.Shift(frame * -frames);
    }

    /// <summary>Gives up waiting if later audio has arrived: the audio of the waiting frames was lost.</summary>
    private void GiveUpLost()
    {
        while (_waits > 0 && store.End > _position + _ticks && !store.HasAudio(_position, _position + _ticks))
            SkipLostFrame();
    }

    private void SkipLostFrame()
    {
        _waits--;
        if (!_isIdle)
            _missing++;
        Move(1);
    }

    private DelayChoice Choice(bool isQuiet)
    {
        bool isGap = _isIdle || !store.HasAudio(_position, _position + _ticks);
        int leavable = _waits > 0 ? 0 : store.LeavableTicks(_position, _ticks);
        return new DelayChoice(isQuiet, isGap, !_isIdle && _waits == 0 && store.IsBoundary(_position),
            frame * ((double)leavable / _ticks));
    }

    private PlayoutKind Hold()
    {
        _held++;
        _control.Shift(frame);
        return PlayoutKind.Missing;
    }

    private void LeaveOut()
    {
        int ticks = store.LeavableTicks(_position, _ticks);
        store.LeaveOut(_position, ticks);
        _position += ticks;
        double frames = (double)ticks / _ticks;
        _control.Shift(frame * -frames);
        if (!_isIdle)
            _skipped += (long)Math.Round(frames);
    }

    /// <summary>
    /// The end of the frame has not arrived: waits, or begins a pause. Null if the part that has arrived is to be played.
    /// </summary>
    private PlayoutKind? AwaitAudio()
    {
        bool hasPart = store.HasAudio(_position, _position + _ticks);
        if (_waits < (hasPart ? 1 : _isIdle ? 0 : MaxWaits))
        {
            _waits++;
            _control.Shift(frame);
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
        // The position moves, and the delay stays.
        _control.Shift(frame);
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
        if (!store.HasAudio(from, _position))
        {
            if (!_isIdle)
                _missing++;
            return _isIdle ? PlayoutKind.Idle : PlayoutKind.Missing;
        }
        store.Begin(from, _position);
        if (store.FrameArrived is { } arrived)
            _delay = now - arrived;
        // The source pauses after the last part of a frame.
        _isIdle = store.End < _position;
        _frames++;
        return PlayoutKind.Audio;
    }
}
