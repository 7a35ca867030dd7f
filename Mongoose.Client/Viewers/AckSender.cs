using System.Runtime.InteropServices;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

/// <summary>Collects the numbers of reliable packets, repeated ones too, and acks them in the manner of some kind of viewer.</summary>
internal sealed class AckSender
{
    /// <summary>As in viewers.</summary>
    private const int MostPerDatagram = 250, MostBytes = 1200;

    private readonly IScheduler _scheduler;
    private readonly ReliableSender _sender;
    private readonly AckRule _rule;
    private readonly Duration _collectTime;
    private readonly List<uint> _pending = [];
    private readonly Alarm _alarm;
    private readonly byte[] _buffer = new byte[MostBytes];
    private Instant? _collectingSince;

    /// <param name="scheduler">Not of the frames: threads of their own have none.</param>
    /// <param name="sender">Sends the acks.</param>
    /// <param name="rule">The manner.</param>
    /// <param name="collectTime">Instead of the rule's.</param>
    public AckSender(IScheduler scheduler, ReliableSender sender, AckRule rule, Duration? collectTime)
    {
        _scheduler = scheduler;
        _sender = sender;
        _rule = rule;
        _collectTime = collectTime ?? rule.CollectTime;
        _alarm = new Alarm(scheduler, SendAll);
    }

    /// <summary>A reliable packet got into the viewer's buffers.</summary>
    public void Queued(uint sequence)
    {
        if (_rule.WhenQueued)
            Collect(sequence);
    }

    /// <summary>A reliable packet was processed.</summary>
    public void Processed(uint sequence)
    {
        if (!_rule.WhenQueued)
            Collect(sequence);
    }

    /// <summary>Puts pending acks behind a datagram, as many as fit.</summary>
    public void AppendTo(Span<byte> buffer, ref int length)
    {
        if (!_rule.Appends || _pending.Count == 0 || length >= MostBytes)
            return;
        ReadOnlySpan<uint> acks = CollectionsMarshal.AsSpan(_pending)[..Math.Min(_pending.Count, MostPerDatagram)];
        int taken = DatagramHeader.AppendAcks(buffer[..Math.Min(buffer.Length, MostBytes)], ref length, acks);
        // Viewers go on to count from the first of these, so that the acks that follow wait for less than the collect time.
        _pending.RemoveRange(0, taken);
    }

    /// <summary>Once a frame: sends all when the oldest is too old.</summary>
    public void FrameEnded()
    {
        if (_pending.Count > 0 && _scheduler.Now - _collectingSince > _collectTime)
            SendAll();
    }

    public void SendAll()
    {
        for (int sent = 0; sent < _pending.Count;)
        {
            DatagramWriter w = new(_buffer);
            default(PacketAck).Write(ref w);
            for (int left = MostPerDatagram; left > 0 && sent < _pending.Count && PacketAck.TryAppend(ref w, _pending[sent]); left--)
                sent++;
            w.TryFinish(out int length);
            _sender.Send(_buffer, length);
        }
        _pending.Clear();
        _collectingSince = null;
    }

    /// <summary>Forgets what is pending.</summary>
    public void Stop()
    {
        _pending.Clear();
        _alarm.Cancel();
    }

    private void Collect(uint sequence)
    {
        _pending.Add(sequence);
        _collectingSince ??= _scheduler.Now;
        if (_pending.Count >= _rule.MostPending)
            SendAll();
        else if (!_rule.InFrames || _rule.HasThread)
            _alarm.SetNoLaterThan(_scheduler.Now + _collectTime);
    }
}
