using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>Sends a number of bytes, or unlimited data, as fast as TCP allows.</summary>
public sealed class BulkTransfer
{
    private readonly IScheduler _scheduler;
    private readonly IByteStream _stream;
    private readonly long? _bytes;
    private Instant _startedAt;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="stream">A stream for this transfer alone.</param>
    /// <param name="bytes">At least 1; null for unlimited data.</param>
    /// <param name="startAt">When the transfer starts.</param>
    public BulkTransfer(IScheduler scheduler, IByteStream stream, long? bytes, Instant startAt)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bytes ?? 1, 1, nameof(bytes));
        (_scheduler, _stream, _bytes) = (scheduler, stream, bytes);
        scheduler.At(startAt, Start);
    }

    /// <summary>From the start until the last byte arrived; null before that.</summary>
    public Duration? CompletionTime { get; private set; }

    private void Start()
    {
        _startedAt = _scheduler.Now;
        if (_bytes is not { } bytes)
        {
            _stream.SetUnlimited(true);
            return;
        }
        _stream.Delivered += OnDelivered;
        _stream.Write(bytes);
    }

    private void OnDelivered(long _)
    {
        if (_stream.DeliveredBytes == _bytes)
            CompletionTime = _scheduler.Now - _startedAt;
    }
}
