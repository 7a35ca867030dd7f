using System.Runtime.InteropServices;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

/// <summary>Collects the numbers of reliable packets, repeated ones too, and acks them like a kind of viewer.</summary>
internal sealed class AckSender
{
    /// <summary>The limit of viewers.</summary>
    private const int MaxBytes = 1200;

    private readonly IScheduler _scheduler;
    private readonly ReliableSender _sender;
    private readonly Duration? _givenCollectTime;

    /// <summary>In the order in which they are sent.</summary>
    private readonly List<uint> _pending = [];
    private readonly Alarm _alarm;
    private readonly byte[] _buffer = new byte[MaxBytes];
    private AckRule _rule;
    private Instant? _collectingSince;

    /// <param name="scheduler">Not the scheduler of the frames: a viewer's separate thread has no frames.</param>
    /// <param name="sender">Sends the acks.</param>
    /// <param name="rule">The ack strategy.</param>
    /// <param name="collectTime">Replaces the rule's collect time.</param>
    public AckSender(IScheduler scheduler, ReliableSender sender, AckRule rule, Duration? collectTime)
    {
        _scheduler = scheduler;
        _sender = sender;
        _rule = rule;
        _givenCollectTime = collectTime;
        _alarm = new Alarm(scheduler, SendDue);
    }

    private Duration CollectTime => _givenCollectTime ?? _rule.CollectTime;

    private bool AcksNever => _rule.Interval == Duration.MaxValue;

    private bool IsLimited => _rule.Interval > Duration.Zero;

    /// <summary>Changes the ack strategy to another one without frames. Pending acks are dropped.</summary>
    public void Change(AckRule rule)
    {
        Stop();
        (_rule, _collectingSince) = (rule, null);
    }

    /// <summary>A reliable packet has entered the viewer's buffers.</summary>
    public void Queued(uint sequence)
    {
        if (_rule.WhenQueued)
            Collect(sequence);
    }

    /// <summary>A reliable packet has been processed.</summary>
    public void Processed(uint sequence)
    {
        if (!_rule.WhenQueued)
            Collect(sequence);
    }

    /// <summary>Appends pending acks to a datagram, as many as fit.</summary>
    public void AppendTo(Span<byte> buffer, ref int length)
    {
        if (!_rule.Appends || _pending.Count == 0 || length >= MaxBytes)
            return;
        ReadOnlySpan<uint> acks = CollectionsMarshal.AsSpan(_pending)[..Math.Min(_pending.Count, _rule.MaxPerDatagram)];
        int taken = DatagramHeader.AppendAcks(buffer[..Math.Min(buffer.Length, MaxBytes)], ref length, acks);
        // Viewers keep counting the age from the first of these acks, so the following acks wait for less than the collect time.
        _pending.RemoveRange(0, taken);
    }

    /// <summary>Called once per frame: sends all pending acks if the oldest has waited longer than the collect time.</summary>
    public void FrameEnded()
    {
        if (_pending.Count > 0 && _scheduler.Now - _collectingSince > CollectTime)
            SendAll();
    }

    public void SendAll()
    {
        if (IsLimited)
            return;
        for (int sent = 0; sent < _pending.Count;)
        {
            DatagramWriter w = new(_buffer);
            default(PacketAck).Write(ref w);
            for (int left = _rule.MaxPerDatagram; left > 0 && sent < _pending.Count && PacketAck.TryAppend(ref w, _pending[sent]); left--)
                sent++;
            w.TryFinish(out int length);
            _sender.Send(_buffer, length);
        }
        _pending.Clear();
        _collectingSince = null;
    }

    private void SendDue()
    {
        if (IsLimited)
            SendOldest();
        else
            SendAll();
    }

    private void SendOldest()
    {
        uint oldest = _pending[0];
        _pending.RemoveAll(sequence => sequence == oldest);
        DatagramWriter w = new(_buffer);
        default(PacketAck).Write(ref w);
        PacketAck.TryAppend(ref w, oldest);
        w.TryFinish(out int length);
        _sender.Send(_buffer, length);
        if (_pending.Count > 0)
            _alarm.Set(_scheduler.Now + _rule.Interval);
    }

    /// <summary>Drops pending acks.</summary>
    public void Stop()
    {
        _pending.Clear();
        _alarm.Cancel();
    }

    private void Collect(uint sequence)
    {
        if (AcksNever)
            return;
        _pending.Insert(_rule.NewestFirst ? 0 : _pending.Count, sequence);
        _collectingSince ??= _scheduler.Now;
        if (IsLimited)
            _alarm.SetNoLaterThan(_scheduler.Now + _rule.Interval);
        else if (_pending.Count >= _rule.MaxPending)
            SendAll();
        else if (!_rule.InFrames || _rule.HasThread)
            _alarm.SetNoLaterThan(_scheduler.Now + CollectTime);
    }
}
