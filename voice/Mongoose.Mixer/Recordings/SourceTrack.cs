using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// Turns the packets of a source into a recording on the recorder's time. A playout buffer leaves out and holds frames as jitter changes,
/// because its delay must be short; a recording can wait for late packets and keeps every sample at its place. Lost packets and pauses
/// become silence.
/// </summary>
internal sealed class SourceTrack(uint ssrc, AudioFormat format, IVoiceStore store) : IDisposable
{
    /// <summary>How long a recording waits for late packets.</summary>
    public static readonly Duration MaxLateness = Duration.FromMilliseconds(500);

    private const int MaxPayloadMilliseconds = 120, MaxPayload = 65_536;

    /// <summary>At most this number of missing samples between consecutive packets is drift of the source's clock.</summary>
    private const int MaxDrift = 8;

    /// <summary>A larger step of sequence numbers is a restart.</summary>
    private const uint MaxLost = 3000;

    private readonly Timeline _timeline = new(format.ClockRate);
    private readonly PacketQueue _queue = new();
    private readonly float[] _last = new float[format.Channels];
    private AudioDecoder? _decoder;
    private float[] _samples = [];
    private IVoiceSink? _sink;
    private string _name = "";
    private long _written, _heard, _shift;
    private int _epoch;
    private uint _lastNumber;

    /// <summary>Packets that came too late.</summary>
    public long Late { get; private set; }

    public Gaps Gaps { get; } = new(format.SampleRate);

    public LevelCount Level { get; } = new();

    /// <summary>The corrected drift of the source's clock: samples left out, less repeated ones.</summary>
    public Duration Followed => Duration.FromSeconds((double)_timeline.Followed / format.SampleRate);

    /// <summary>The time with audio.</summary>
    public Duration Heard => Duration.FromSeconds((double)_heard / format.SampleRate);

    /// <exception cref="IOException">The store failed.</exception>
    public void Name(string name)
    {
        _name = name;
        _sink?.Name(name);
    }

    /// <summary>Takes a packet.</summary>
    /// <param name="number">The packet's extended number.</param>
    /// <param name="at">The time since the start of the recording.</param>
    public void Arrived(in RtpHeader header, uint number, ReadOnlySpan<byte> payload, Duration at)
    {
        PacketPlace place = _timeline.Place(header.Timestamp, at);
        if (IsRecorded(place) || !_queue.TryAdd(place, number, payload))
            Late++;
    }

    /// <summary>Records the packets that are at least <see cref="MaxLateness"/> old.</summary>
    /// <param name="at">The time since the start of the recording.</param>
    /// <exception cref="IOException">The store failed.</exception>
    public void Advance(Duration at) => RecordUpTo(PlaceOf(at - MaxLateness));

    /// <exception cref="IOException">The store failed.</exception>
    public void Flush() => _sink?.Flush();

    /// <summary>Releases the decoder and the store's resources until the next packet.</summary>
    /// <exception cref="IOException">The store failed.</exception>
    public void Rest()
    {
        _decoder?.Dispose();
        (_decoder, _samples) = (null, []);
        _sink?.Rest();
    }

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
        _decoder?.Dispose();
        _sink?.Dispose();
    }

    private void RecordUpTo(long limit)
    {
        while (_queue.TryTake(limit, out PacketQueue.Packet packet))
        {
            int count = Decode(packet.Payload);
            PacketQueue.Return(packet);
            if (count > 0)
                Record(packet, count);
        }
    }

    private int Decode(ReadOnlySpan<byte> payload)
    {
        if (_decoder is null)
        {
            _decoder = AudioDecoder.Create(format);
            _samples = new float[MaxSamples * format.Channels];
        }
        return _decoder.Decode(payload, _samples);
    }

    /// <summary>The maximum number of samples of a packet, per channel.</summary>
    private int MaxSamples => format.SampleBytes > 0 ? MaxPayload / format.SampleBytes : format.SampleRate / 1000 * MaxPayloadMilliseconds;

    /// <summary>
    /// An epoch is moved behind the one before by no more than this: otherwise a source whose timestamps jump again and again would make a
    /// recording without end.
    /// </summary>
    private long MaxShift => PlaceOf(Timeline.Limit);

    /// <summary>Whether the recording already extends beyond a place.</summary>
    private bool IsRecorded(PacketPlace place) => place.Epoch < _epoch || place.Epoch == _epoch && place.Time + _shift < _written;

    private void Record(in PacketQueue.Packet packet, int count)
    {
        if (packet.Place.Epoch != _epoch)
            (_epoch, _shift) = (packet.Place.Epoch, Math.Clamp(_written - packet.Place.Time, 0, MaxShift));
        long place = packet.Place.Time + _shift;
        Fill(place, packet.Number - _lastNumber, count);
        _lastNumber = packet.Number;
        int overlap = (int)Math.Min(count, _written - place);
        ReadOnlySpan<float> samples = _samples.AsSpan(overlap * format.Channels, (count - overlap) * format.Channels);
        Level.Add(samples);
        _sink!.Write(samples);
        if (samples.Length > 0)
            samples[^format.Channels..].CopyTo(_last);
        _written += count - overlap;
        _heard += count - overlap;
    }

    /// <summary>Fills the space between the previous packet and a place: a loss, a pause, or some samples of drift.</summary>
    /// <param name="step">The step of packet numbers.</param>
    /// <param name="count">Samples of a packet.</param>
    private void Fill(long place, uint step, int count)
    {
        if (_sink is null)
            Open();
        else if (step == 1 && place - _written is > 0 and <= MaxDrift)
        {
            // Repeats the last sample: a zero between loud samples would be audible.
            for (; _written < place; _written++)
                _sink.Write(_last);
        }
        else if (place > _written && step is > 1 and <= MaxLost)
            Gaps.Add(_written, Math.Min(place - _written, (step - 1) * (long)count));
        SkipTo(place);
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
