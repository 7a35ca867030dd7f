using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

/// <summary>Processes a datagram; the span is valid during the call only.</summary>
internal delegate void DatagramProcessor(ReadOnlySpan<byte> datagram);

/// <summary>
/// A viewer's frame loop. A frame runs the callbacks that are due (as a scheduler the loop defers everything to the next frame), takes the
/// packets in the socket, processes packets for some milliseconds, and ends. All of this happens at the frame's start, because nothing
/// observes the viewer within a frame.
/// </summary>
internal sealed class ViewerFrames : IScheduler
{
    /// <summary>As in viewers: while packets wait, each frame spends more time on them than the frame before.</summary>
    private const double BacklogGrowth = 1.035;

    private readonly IScheduler _clock;
    private readonly FrameOptions _options;
    private readonly Duration _frame;
    private readonly Alarm _alarm;
    private readonly PriorityQueue<Action, (Instant At, long Order)> _due = new();
    private long _order;
    private Duration _budget;
    private Instant _frameAt;
    private Instant _hitchAt;
    private bool _stopped;

    public ViewerFrames(IScheduler clock, FrameOptions options, ReceiveBuffers buffers)
    {
        _clock = clock;
        _options = options;
        Buffers = buffers;
        _frame = Duration.FromSeconds(1 / options.FramesPerSecond);
        _budget = options.ProcessingTime;
        _alarm = new Alarm(clock, Frame);
    }

    public ReceiveBuffers Buffers { get; }

    public required DatagramProcessor Process { get; init; }

    /// <summary>Called at the end of each frame.</summary>
    public required Action Ended { get; init; }

    public Instant Now => _clock.Now;

    /// <param name="phase">The phase of the first frame, as a fraction of a frame: viewers that start together must not be in step.</param>
    public void Start(double phase)
    {
        _frameAt = Now + _frame * phase;
        _hitchAt = _frameAt + _options.HitchInterval;
        _alarm.Set(_frameAt);
    }

    public void Stop()
    {
        _stopped = true;
        _alarm.Cancel();
    }

    /// <summary>Runs the action in the first frame at or after the given time.</summary>
    public void At(Instant time, Action action) => _due.Enqueue(action, (time, _order++));

    public void AfterWork(Duration work, Action then) => _clock.AfterWork(work, then);

    private void Frame()
    {
        RunDue();
        Buffers.Drain();
        Duration spent = ProcessWaiting();
        Ended();
        if (_stopped)
            return;
        // From the planned time, so that late wake-ups do not add up.
        _frameAt = Instant.Max(_frameAt + Duration.Max(NextLength(), spent), Now);
        _alarm.Set(_frameAt);
    }

    /// <summary>Runs the due actions. The limit ends the loop even if an action schedules itself for the same time again.</summary>
    private void RunDue()
    {
        for (int left = _due.Count; left > 0 && _due.TryPeek(out _, out (Instant At, long) first) && first.At <= Now; left--)
            _due.Dequeue()();
    }

    private Duration ProcessWaiting()
    {
        Duration spent = Duration.Zero;
        for (; spent < _budget && Buffers.Next() is { } ring; spent += _options.PacketTime)
        {
            Process(ring.Head);
            ring.RemoveHead();
        }
        _budget = Buffers.HasBacklog ? _budget * BacklogGrowth : _options.ProcessingTime;
        return spent;
    }

    private Duration NextLength()
    {
        if (_options.HitchLength == Duration.Zero || _frameAt < _hitchAt)
            return _frame;
        _hitchAt += _options.HitchInterval;
        return _options.HitchLength;
    }
}
