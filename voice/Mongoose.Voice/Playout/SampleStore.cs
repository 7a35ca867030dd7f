using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Playout;

/// <summary>
/// Samples of constant size: a ring of bytes, with a bit for each sample that has arrived, and the time of arrival for each millisecond.
/// </summary>
internal sealed class SampleStore : AudioStore
{
    private const int Milliseconds = 1024, WordBits = 64;

    private readonly int _sampleBytes, _capacity, _cellTicks;
    private readonly byte[] _ring, _frame;
    private readonly ulong[] _arrived;
    private readonly Instant[] _times = new Instant[Milliseconds];
    private readonly byte _silence;
    private bool _hasFrame;

    public SampleStore(AudioFormat format, int frameTicks)
    {
        _sampleBytes = format.SampleBytes;
        _cellTicks = Math.Max(format.ClockRate / 1000, 1);
        _capacity = _cellTicks * Milliseconds;
        _ring = new byte[_capacity * _sampleBytes];
        _arrived = new ulong[_capacity / WordBits];
        _frame = new byte[frameTicks * _sampleBytes];
        _silence = format.Codec switch { AudioCodec.Pcmu => 0xff, AudioCodec.Pcma => 0xd5, _ => 0 };
    }

    public override int TicksOf(ReadOnlySpan<byte> payload)
    {
        int ticks = payload.Length / _sampleBytes;
        return ticks <= MaxPacketMs * _cellTicks ? ticks : 0;
    }

    public override void Add(long at, ReadOnlySpan<byte> payload, long from, Instant now)
    {
        long end = at + TicksOf(payload), start = Math.Max(at, from);
        if (end <= start)
            return;
        payload = payload[(int)((start - at) * _sampleBytes)..(int)((end - at) * _sampleBytes)];
        int slot = Slot(start), first = Math.Min((_capacity - slot) * _sampleBytes, payload.Length);
        payload[..first].CopyTo(_ring.AsSpan(slot * _sampleBytes));
        payload[first..].CopyTo(_ring);
        Mark(start, end, true);
        for (long cell = start / _cellTicks; cell * _cellTicks < end; cell++)
            _times[cell % Milliseconds] = now;
        End = Math.Max(End, end);
    }

    public override bool HasAudio(long from, long to) => Count(from, to) > 0;

    public override bool IsBoundary(long from) => true;

    public override int LeavableTicks(long from, int frameTicks) => frameTicks;

    public override void LeaveOut(long from, int ticks) => Mark(from, from + Math.Min(ticks, _capacity), false);

    public override void Begin(long from, long to)
    {
        int slot = Slot(from), samples = (int)(to - from), first = Math.Min(_capacity - slot, samples) * _sampleBytes;
        _ring.AsSpan(slot * _sampleBytes, first).CopyTo(_frame);
        _ring.AsSpan(0, _frame.Length - first).CopyTo(_frame.AsSpan(first));
        if (Count(from, to) < samples)
            FillGaps(from, to);
        FrameArrived = ArrivalOf(from, to);
        Mark(from, to, false);
        _hasFrame = true;
    }

    public override bool TryTake(out ReadOnlySpan<byte> payload)
    {
        payload = _hasFrame ? _frame : [];
        (bool had, _hasFrame) = (_hasFrame, false);
        return had;
    }

    public override void Clear(long end)
    {
        Array.Clear(_arrived);
        (End, _hasFrame) = (end, false);
    }

    private int Slot(long at) => (int)(at % _capacity);

    private bool HasArrived(long at) => (_arrived[Slot(at) / WordBits] & (1ul << (Slot(at) % WordBits))) != 0;

    /// <summary>
    /// When the frame's first samples arrived. Where samples are missing, the times are those of the previous round of the ring.
    /// </summary>
    private Instant? ArrivalOf(long from, long to)
    {
        while (from < to && !HasArrived(from))
            from++;
        if (from == to)
            return null;
        // The first millisecond may contain a part of the previous packet.
        long next = (from / _cellTicks + 1) * _cellTicks;
        return _times[(next < to && HasArrived(next) ? next : from) / _cellTicks % Milliseconds];
    }

    private void FillGaps(long from, long to)
    {
        for (long at = from; at < to; at++)
        {
            if (!HasArrived(at))
                _frame.AsSpan((int)(at - from) * _sampleBytes, _sampleBytes).Fill(_silence);
        }
    }

    private int Count(long from, long to)
    {
        int count = 0;
        for (long at = from; at < to;)
        {
            ulong mask = MaskAt(at, to, out int word, out int bits);
            count += BitOperations.PopCount(_arrived[word] & mask);
            at += bits;
        }
        return count;
    }

    private void Mark(long from, long to, bool hasArrived)
    {
        for (long at = from; at < to;)
        {
            ulong mask = MaskAt(at, to, out int word, out int bits);
            _arrived[word] = hasArrived ? _arrived[word] | mask : _arrived[word] & ~mask;
            at += bits;
        }
    }

    /// <summary>The bits of a span that lie in the word of its first sample.</summary>
    private ulong MaskAt(long at, long to, out int word, out int bits)
    {
        int slot = Slot(at), shift = slot % WordBits;
        word = slot / WordBits;
        bits = (int)Math.Min(WordBits - shift, to - at);
        return (bits == WordBits ? ulong.MaxValue : (1ul << bits) - 1) << shift;
    }
}
