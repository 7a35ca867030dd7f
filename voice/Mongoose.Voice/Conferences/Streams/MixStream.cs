using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Streams;

/// <summary>A mix of several voices that is sent to one peer as one stream.</summary>
internal sealed class MixStream(uint ssrc, string team, AudioFormat format, OpusOptions options, ConversionTiming timing, Duration frame)
    : IDisposable
{
    private readonly MixingBus _bus = new(format.SampleRate, format.SamplesIn(frame), format.Channels);
    private readonly byte[] _payload = new byte[Math.Max(PayloadSizes.MaxOpusBytes, PayloadSizes.BytesOf(format, frame, options))];
    private AudioEncoder? _encoder;
    private SourceNotice? _notice;

    public uint Ssrc { get; } = ssrc;

    public AudioFormat Format { get; } = format;

    /// <summary>The team whose voices it contains; empty for the mix of all others.</summary>
    public string Team { get; } = team;

    /// <summary>The voices in this frame.</summary>
    public List<uint> Voices { get; } = [];

    /// <summary>When a voice was last placed in the mix, or grouped with its team.</summary>
    public Instant UsedAt { get; set; }

    /// <summary>The mix's loudness in this frame, in -dBov; known after <see cref="Encode"/>.</summary>
    public byte Level { get; private set; }

    /// <summary>When its next notice is due.</summary>
    public Instant NoticeAt { get; set; } = Instant.Zero;

    /// <summary>The mix's notice for a neighbour.</summary>
    public SourceNotice ToNotice(uint self) =>
        _notice ??= new SourceNotice(Ssrc, self, Ssrc, Team.Length > 0 ? Team : "mix", Team, null, 0, false, IsMix: true);

    public void Begin()
    {
        _bus.Clear();
        Voices.Clear();
    }

    /// <summary>Adds a voice that enters, leaves or stays.</summary>
    /// <param name="from">The voice's gain before this frame.</param>
    /// <param name="to">The voice's gain after this frame.</param>
    /// <param name="isFade">Whether the gain changes gradually instead of at once.</param>
    public void Add(Source voice, float from = 1, float to = 1, bool isFade = false)
    {
        ReadOnlySpan<float> samples = voice.Audio.SamplesAt(Format.SampleRate, timing);
        StereoGain before = new(from, from), after = new(to, to);
        int changing = isFade ? TrunkFading.Samples(samples.Length, Format.SampleRate) : 0;
        if (from == to)
            _bus.Add(samples, before, after);
        else
            _bus.Add(samples, before, after, TrunkFading.StartInMix(Format.SampleRate), changing);
        Voices.Add(voice.Ssrc);
    }

    /// <summary>The encoded mix; valid until the next call.</summary>
    /// <param name="maxBytes">The maximum size of a packet of Opus.</param>
    public ReadOnlySpan<byte> Encode(int maxBytes = PayloadSizes.MaxOpusBytes)
    {
        _encoder ??= AudioEncoder.Create(Format, options);
        ReadOnlySpan<float> sum = _bus.Take();
        Level = LevelMeter.Level(sum);
        return _payload.AsSpan(0,
            _encoder.Encode(sum, Format.Codec == AudioCodec.Opus ? _payload.AsSpan(0, Math.Min(maxBytes, _payload.Length)) : _payload));
    }

    public void Dispose() => _encoder?.Dispose();
}
