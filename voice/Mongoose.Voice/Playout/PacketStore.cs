using Mongoose.Core.Units;

namespace Mongoose.Voice.Playout;

/// <summary>Packets that cannot be split, such as those of Opus, in the order of their positions.</summary>
/// <param name="packetTicks">The time of every packet; 0 for packets of Opus, which contain it.</param>
internal sealed class PacketStore(int packetTicks = 0) : AudioStore
{
    /// <summary>A second of the shortest packets is 400.</summary>
    private const int MaxPackets = 512;

    private Packet[] _packets = new Packet[16];
    private int _count;

    /// <summary>The end of the packets taken so far, and of the frame.</summary>
    private long _takenTo, _frameEnd;

    public override int TicksOf(ReadOnlySpan<byte> payload) => packetTicks > 0 ? packetTicks : OpusPacket.Ticks(payload);

    public override void Add(long at, ReadOnlySpan<byte> payload, long from, Instant now)
    {
        if (at < from || _count == MaxPackets)
            return;
        int index = _count;
        while (index > 0 && _packets[index - 1].At >= at)
            index--;
        if (index < _count && _packets[index].At == at)
            return;
        if (_count == _packets.Length)
            Array.Resize(ref _packets, 2 * _count);
        Packet packet = _packets[_count];
        packet.Fill(at, TicksOf(payload), payload, now);
        Array.Copy(_packets, index, _packets, index + 1, _count++ - index);
        _packets[index] = packet;
        End = Math.Max(End, packet.End);
    }

    public override bool HasAudio(long from, long to) => _takenTo > from || _count > 0 && _packets[0].At < to;

    public override bool IsBoundary(long from) => _takenTo <= from;

    public override int LeavableTicks(long from, int frameTicks)
    {
        if (!HasAudio(from, from + frameTicks))
            return frameTicks;
        int ticks = 0;
        for (int i = 0; i < _count && ticks < frameTicks && _packets[0].At < from + frameTicks; i++)
            ticks += _packets[i].Ticks;
        return ticks;
    }

    public override void LeaveOut(long from, int ticks)
    {
        // A packet that was taken and lasts into this frame is played after the gap.
        if (_takenTo > from)
            _takenTo += ticks;
        for (long left = ticks; left > 0 && _count > 0 && _packets[0].At < from + ticks;)
        {
            left -= _packets[0].Ticks;
            RemoveFirst();
        }
    }

    public override void Begin(long from, long to)
    {
        RemoveBefore(from);
        FrameArrived = _count > 0 && _packets[0].At < to ? _packets[0].Arrived : null;
        _frameEnd = to;
    }

    public override bool TryTake(out ReadOnlySpan<byte> payload)
    {
        payload = [];
        RemoveBefore(_takenTo); // A packet that overlaps with one that was taken would be played twice.
        if (_count == 0 || _packets[0].At >= _frameEnd)
            return false;
        payload = _packets[0].Payload;
        _takenTo = _packets[0].End;
        RemoveFirst();
        return true;
    }

    public override void Clear(long end) => (End, _count, _takenTo, _frameEnd) = (end, 0, long.MinValue, long.MinValue);

    private void RemoveBefore(long at)
    {
        while (_count > 0 && _packets[0].At < at)
            RemoveFirst();
    }

    /// <summary>Keeps the memory of the packet for the next one.</summary>
    private void RemoveFirst()
    {
        Packet first = _packets[0];
        Array.Copy(_packets, 1, _packets, 0, --_count);
        _packets[_count] = first;
    }

    private struct Packet
    {
        private byte[]? _bytes;
        private int _length;

        public long At { get; private set; }

        public int Ticks { get; private set; }

        public Instant Arrived { get; private set; }

        public readonly long End => At + Ticks;

        public readonly ReadOnlySpan<byte> Payload => _bytes.AsSpan(0, _length);

        public void Fill(long at, int ticks, ReadOnlySpan<byte> payload, Instant arrived)
        {
            if (_bytes is null || _bytes.Length < payload.Length)
                _bytes = new byte[Math.Max(payload.Length, 256)];
            payload.CopyTo(_bytes);
            (At, Ticks, Arrived, _length) = (at, ticks, arrived, payload.Length);
        }
    }
}
