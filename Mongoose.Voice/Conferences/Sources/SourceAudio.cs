using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>
/// The audio of one source in the present frame: as it came, as samples of any rate, or in another format. Each is made when it is first asked for, and once
/// per frame: a source that is only passed on is never decoded.
/// </summary>
internal sealed class SourceAudio(Duration frame, Func<AudioFormat, AudioDecoder> decoder) : IDisposable
{
    /// <summary>Samples of the longest packet of Opus, 120 ms, in two channels.</summary>
    private const int MostSamples = 48 * 120 * 2;

    private readonly List<RateConversion> _conversions = [];
    private readonly List<Transcoding> _transcodings = [];
    private readonly SampleQueue _queue = new();
    private readonly LaterSamples _later = new();
    private byte[] _payload = new byte[512], _before = new byte[512];
    private int _payloadBytes, _bytesBefore;
    private float[] _samples = [], _samplesBefore = [], _decoded = [];
    private AudioDecoder? _decoder;
    private long _frame, _decodedFrame = -1;
    private bool _hasTail;

    /// <summary>The format in which it comes.</summary>
    public AudioFormat Format => _decoder?.Format ?? default;

    /// <summary>What this frame is.</summary>
    public PlayoutKind Kind { get; private set; }

    /// <summary>
    /// Whether it comes out of a mix or goes into one in this frame. <see cref="Samples"/> fade; <see cref="Payload"/> is as it came, for a neighbour to fade.
    /// </summary>
    public TrunkFade Fade { get; set; }

    /// <summary>
    /// By how many encoders of Opus it is ahead of the mixes from the same peer. <see cref="Samples"/> are later by as much, so that a voice that changes over
    /// neither repeats nor skips; <see cref="Payload"/> is as it came.
    /// </summary>
    public int Ahead { get; set; }

    /// <summary>Whether the frame has only what was kept back of the frame before, because it was <see cref="Ahead"/>.</summary>
    public bool IsTail { get; private set; }

    /// <summary>Whether the frame before was its last: it has gone into a mix.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>What went wrong while it was decoded, which is its peer's fault and not that of the peer for which it was decoded; it is silent then.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>The frame as it came; empty if it did not come in one piece.</summary>
    public ReadOnlySpan<byte> Payload => _payload.AsSpan(0, _payloadBytes);

    /// <summary>The frame's samples, of one channel, at the format's rate.</summary>
    public ReadOnlySpan<float> Samples
    {
        get
        {
            TryDecode();
            return Delay > 0 ? _later.Now : _samples;
        }
    }

    private ReadOnlySpan<float> SamplesBefore => Delay > 0 ? _later.Before : _samplesBefore;

    /// <summary>Samples by which the source is to be later; no more than a frame is kept.</summary>
    private int Delay => Ahead == 0 ? 0 : Math.Min((int)Math.Round(Ahead * AudioFormat.OpusDelay.Seconds * Format.SampleRate), _samples.Length);

    /// <summary>Begins a frame without audio.</summary>
    public void Begin()
    {
        HasEnded = IsTail || Fade == TrunkFade.Out;
        _hasTail = Kind != PlayoutKind.Idle && !IsTail && Ahead > 0;
        IsTail = false;
        (_payload, _before) = (_before, _payload);
        (_bytesBefore, _payloadBytes) = (_payloadBytes, 0);
        _frame++;
        (Kind, Fade) = (PlayoutKind.Idle, TrunkFade.None);
    }

    /// <summary>Adds a packet of this frame.</summary>
    public void Add(AudioFormat format, ReadOnlySpan<byte> payload, bool isWholeFrame)
    {
        Use(format);
        Kind = PlayoutKind.Audio;
        if (isWholeFrame && _queue.Count == 0)
        {
            if (_payload.Length < payload.Length)
                _payload = new byte[payload.Length];
            payload.CopyTo(_payload);
            _payloadBytes = payload.Length;
        }
        else
        {
            _payloadBytes = 0;
            Enqueue(_decoder!.Decode(payload, _decoded));
        }
    }

    /// <summary>Ends a frame whose packets were not whole frames: takes its samples from those that wait.</summary>
    public void TakeQueued()
    {
        if (_payloadBytes > 0 || _queue.Count == 0)
            return;
        Kind = PlayoutKind.Audio;
        BeginSamples();
        int taken = _queue.Pull(_samples);
        if (taken < _samples.Length)
            _decoder!.Conceal(_samples.AsSpan(taken));
        _decodedFrame = _frame;
    }

    /// <summary>Nothing came for the frame: takes what was kept back of the frame before, if anything.</summary>
    public void TakeTail()
    {
        if (_hasTail)
            (Kind, IsTail) = (PlayoutKind.Audio, true);
    }

    /// <summary>The frame's audio is missing.</summary>
    public void Miss()
    {
        if (_decoder is not null)
            Kind = PlayoutKind.Missing;
    }

    /// <summary>The frame's samples at another rate.</summary>
    public ReadOnlySpan<float> SamplesAt(int rate)
    {
        ReadOnlySpan<float> samples = Samples;
        return rate == Format.SampleRate ? samples : ConversionTo(rate).Convert(samples, SamplesBefore, _frame);
    }

    /// <summary>
    /// The frame in a format, with its fade: as it came, or encoded anew. Empty for a missing frame of Opus, which the receiver conceals itself, and for a tail
    /// of what was passed on as it came.
    /// </summary>
    public ReadOnlySpan<byte> PayloadAs(AudioFormat format, OpusOptions options)
    {
        if (IsTail && Format == format)
            return [];
        if (_payloadBytes > 0 && Format == format && Fade == TrunkFade.None)
            return Payload;
        return Kind == PlayoutKind.Missing && format.Codec == AudioCodec.Opus ? [] : TranscodingTo(format, options).Encode(this, _frame);
    }

    public void Dispose()
    {
        _decoder?.Dispose();
        foreach (Transcoding transcoding in _transcodings)
            transcoding.Dispose();
    }

    private void Use(AudioFormat format)
    {
        if (_decoder?.Format == format)
            return;
        _decoder?.Dispose();
        _decoder = decoder(format);
        int length = SamplesOf(format.SampleRate);
        (_samples, _samplesBefore, _decoded) = (new float[length], new float[length], new float[Math.Max(MostSamples, length * format.Channels)]);
        _decodedFrame = -1;
        _bytesBefore = 0;
        _queue.Clear();
        _conversions.Clear();
    }

    private int SamplesOf(int rate) => (int)Math.Round(rate * frame.Seconds);

    private void TryDecode()
    {
        try
        {
            Decode();
        }
        catch (Exception exception)
        {
            Fault ??= exception;
            _samples.AsSpan().Clear();
            _later.Make(_samples, _samples, Delay);
            _decodedFrame = _frame;
        }
    }

    private void Decode()
    {
        if (_decodedFrame == _frame || _decoder is null)
            return;
        if (_decodedFrame != _frame - 1)
            WarmUp();
        BeginSamples();
        if (Kind == PlayoutKind.Idle || IsTail)
            _samples.AsSpan().Clear();
        else if (_payloadBytes == 0 || !Fits(_decoder.Decode(Payload, _decoded)))
            _decoder.Conceal(_samples);
        TrunkFading.Apply(Fade, _samples, Format.SampleRate);
        if (Delay > 0)
            _later.Make(_samples, _samplesBefore, Delay);
        _decodedFrame = _frame;
    }

    /// <summary>Decodes the payload before, so that a decoder with a memory continues what was heard.</summary>
    private void WarmUp()
    {
        _decoder!.Reset();
        if (_bytesBefore == 0 || !Fits(_decoder.Decode(_before.AsSpan(0, _bytesBefore), _decoded)))
            _samples.AsSpan().Clear();
    }

    /// <summary>Keeps the samples of the frame before, for conversions that begin in this frame.</summary>
    private void BeginSamples() => (_samples, _samplesBefore) = (_samplesBefore, _samples);

    /// <summary>Takes decoded samples as the frame's; false if they are not as many as a frame has.</summary>
    private bool Fits(int decoded)
    {
        if (decoded != _samples.Length)
            return false;
        ToMono(_decoded, _samples, Format.Channels);
        return true;
    }

    private void Enqueue(int decoded)
    {
        ToMono(_decoded, _decoded.AsSpan(0, decoded), Format.Channels);
        _queue.Push(_decoded.AsSpan(0, decoded));
    }

    private static void ToMono(ReadOnlySpan<float> interleaved, Span<float> mono, int channels)
    {
        if (channels == 1)
        {
            interleaved[..mono.Length].CopyTo(mono);
            return;
        }
        for (int i = 0; i < mono.Length; i++)
            mono[i] = (interleaved[2 * i] + interleaved[2 * i + 1]) / 2;
    }

    private RateConversion ConversionTo(int rate)
    {
        foreach (RateConversion conversion in _conversions)
        {
            if (conversion.Rate == rate)
                return conversion;
        }
        RateConversion made = new(Format.SampleRate, rate, SamplesOf(rate));
        _conversions.Add(made);
        return made;
    }

    private Transcoding TranscodingTo(AudioFormat format, OpusOptions options)
    {
        foreach (Transcoding transcoding in _transcodings)
        {
            if (transcoding.Is(format, options))
                return transcoding;
        }
        Transcoding made = new(format, options);
        _transcodings.Add(made);
        return made;
    }
}
