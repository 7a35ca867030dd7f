using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// Turns the packets of a source into a recording on the recorder's time. A playout buffer would leave out and hold frames as jitter changes, because it has to
/// be quick; a recording has time, so it waits for late packets and keeps every sample at its place. Lost packets and pauses become silence.
/// </summary>
internal sealed class SourceTrack(uint ssrc, AudioFormat format, IVoiceStore store) : IDisposable
{
    /// <summary>How long packets may be late.</summary>
    public static readonly Duration Wait = Duration.FromMilliseconds(500);

    private const int LargestPayloadMilliseconds = 120, LargestPayload = 65_536;

    /// <summary>A larger step of numbers is a restart.</summary>
    private const uint MaxLost = 3000;

    private readonly AudioDecoder _decoder = AudioDecoder.Create(format);
    private readonly Timeline _timeline = new(format.ClockRate);
    private readonly PacketQueue _queue = new();
    private readonly float[] _samples = new float[format.SampleBytes > 0
        ? LargestPayload / format.SampleBytes * format.Channels
        : format.SampleRate / 1000 * LargestPayloadMilliseconds * format.Channels];

    private IVoiceSink? _sink;
    private string _name = "";
    private long _written, _heard;
    private uint _lastNumber;

    /// <summary>Packets that came too late.</summary>
    public long Late { get; private set; }

    public Gaps Gaps { get; } = new(format.SampleRate);

    public LevelCount Level { get; } = new();

    /// <summary>The time with audio.</summary>
    public Duration Heard => Duration.FromSeconds((double)_heard / format.SampleRate);

    /// <exception cref="IOException">The store failed.</exception>
    public void Name(string name)
    {
        _name = name;
        _sink?.Name(name);
    }

    /// <summary>Notes a packet.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="number">Its extended number.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="at">The time since the start of the recording.</param>
    public void Arrived(in RtpHeader header, uint number, ReadOnlySpan<byte> payload, Duration at)
    {
        long place = _timeline.Place(header.Timestamp, at);
        if (place < _written || !_queue.TryAdd(place, number, payload))
            Late++;
    }

    /// <summary>Records what lies at least <see cref="Wait"/> back.</summary>
    /// <param name="at">The time since the start of the recording.</param>
    /// <exception cref="IOException">The store failed.</exception>
    public void Advance(Duration at) => RecordUpTo(PlaceOf(at - Wait));

    /// <exception cref="IOException">The store failed.</exception>
    public void Flush() => _sink?.Flush();

    /// <summary>Records the rest, and silence up to the end of the recording.</summary>
    /// <exception cref="IOException">The store failed.</exception>
    public void End(Duration at)
    {
        RecordUpTo(long.MaxValue);
        if (_sink is not null)
            SkipTo(PlaceOf(at));
    }

    public void Dispose()
    {
        _decoder.Dispose();
        _sink?.Dispose();
    }

    private void RecordUpTo(long limit)
    {
        while (_queue.TryTake(limit, out PacketQueue.Packet packet))
        {
            int count = _decoder.Decode(packet.Payload, _samples);
            PacketQueue.Return(packet);
            if (count > 0)
                Record(packet, count);
        }
    }

    private void Record(in PacketQueue.Packet packet, int count)
    {
        if (_sink is null)
            Open();
        else if (packet.Place > _written && packet.Number - _lastNumber is > 1 and <= MaxLost)
            Gaps.Add(_written, Math.Min(packet.Place - _written, (packet.Number - _lastNumber - 1) * (long)count));
        _lastNumber = packet.Number;
        SkipTo(packet.Place);
        int overlap = (int)Math.Min(count, _written - packet.Place);
        ReadOnlySpan<float> samples = _samples.AsSpan(overlap * format.Channels, (count - overlap) * format.Channels);
        Level.Add(samples);
        _sink!.Write(samples);
        _written += count - overlap;
        _heard += count - overlap;
    }

    private void Open()
    {
        _sink = store.Open(ssrc, format);
        if (_name.Length > 0)
            _sink.Name(_name);
    }

    private void SkipTo(long place)
    {
        if (place <= _written)
            return;
        _sink!.Skip(place - _written);
        _written = place;
    }

    private long PlaceOf(Duration at) => (long)Math.Round(at.Seconds * format.SampleRate);
}
