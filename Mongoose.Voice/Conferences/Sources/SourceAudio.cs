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

    /// <summary>The frames of Opus over which <see cref="MeanBytes"/> goes: with fewer it is not known, and older ones lose their weight.</summary>
    private const int LeastInMean = 50, MostInMean = 3000;

    private readonly Conversions _conversions = new(frame);
    private readonly SampleQueue _queue = new();
    private byte[] _payload = new byte[512], _before = new byte[512];
    private int _payloadBytes, _bytesBefore, _framesInMean;
    private FrameSamples _samples = new(0);
    private double _meanBytes;
    private float[] _packet = [];
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

    /// <summary>The mean bytes of frames as they came. Those of Opus vary, so their mean is 0 until enough have come.</summary>
    public double MeanBytes => Format.Codec == AudioCodec.Opus && _framesInMean < LeastInMean ? 0 : _meanBytes;

    /// <summary>The frame's samples, of one channel, at the format's rate.</summary>
    public ReadOnlySpan<float> Samples
    {
        get
        {
            TryDecode();
            return _samples.Now;
        }
    }

    /// <summary>Samples by which the source is to be later.</summary>
    private int Delay => (int)Math.Round(Ahead * AudioFormat.OpusDelay.Seconds * Format.SampleRate);

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
            _framesInMean = Math.Min(_framesInMean + 1, MostInMean);
            _meanBytes += (payload.Length - _meanBytes) / _framesInMean;
        }
        else
        {
            _payloadBytes = 0;
            Enqueue(_decoder!.Decode(payload, _packet));
        }
    }

    /// <summary>Ends a frame whose packets were not whole frames: takes its samples from those that wait.</summary>
    public void TakeQueued()
    {
        if (_payloadBytes > 0 || _queue.Count == 0)
            return;
        Kind = PlayoutKind.Audio;
        _samples.Begin();
        int taken = _queue.Pull(_samples.Decoded);
        if (taken < _samples.Decoded.Length)
            _decoder!.Conceal(_samples.Decoded[taken..]);
        EndSamples();
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
        return rate == Format.SampleRate ? samples : _conversions.To(rate, Format.SampleRate).Convert(samples, _samples.Before, _frame);
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
        return EncodedAs(format, options);
    }

    /// <summary>The frame in a format, with its fade, encoded anew. Empty for a missing frame of Opus.</summary>
    public ReadOnlySpan<byte> EncodedAs(AudioFormat format, OpusOptions options) =>
        Kind == PlayoutKind.Missing && format.Codec == AudioCodec.Opus ? [] : _conversions.To(format, options).Encode(this, _frame);

    public void Dispose()
    {
        _decoder?.Dispose();
        _conversions.Dispose();
    }

    private void Use(AudioFormat format)
    {
        if (_decoder?.Format == format)
            return;
        _decoder?.Dispose();
        _decoder = decoder(format);
        int length = _conversions.SamplesOf(format.SampleRate);
        (_samples, _packet) = (new FrameSamples(length), new float[Math.Max(MostSamples, length * format.Channels)]);
        _decodedFrame = -1;
        (_bytesBefore, _framesInMean, _meanBytes) = (0, 0, 0);
        _queue.Clear();
        _conversions.ClearRates();
    }

    private void TryDecode()
    {
        try
        {
            Decode();
        }
        catch (Exception exception)
        {
            Fault ??= exception;
            _samples.Decoded.Clear();
            EndSamples();
        }
    }

    private void Decode()
    {
        if (_decodedFrame == _frame || _decoder is null)
            return;
        if (_decodedFrame != _frame - 1)
            WarmUp();
        _samples.Begin();
        if (Kind == PlayoutKind.Idle || IsTail)
            _samples.Decoded.Clear();
        else if (_payloadBytes == 0 || !Fits(_decoder.Decode(Payload, _packet)))
            _decoder.Conceal(_samples.Decoded);
        TrunkFading.Apply(Fade, _samples.Decoded, Format.SampleRate);
        EndSamples();
    }

    private void EndSamples()
    {
        _samples.End(Delay);
        _decodedFrame = _frame;
    }

    /// <summary>Decodes the payload before, so that a decoder with a memory continues what was heard.</summary>
    private void WarmUp()
    {
        _decoder!.Reset();
        if (_bytesBefore == 0 || !Fits(_decoder.Decode(_before.AsSpan(0, _bytesBefore), _packet)))
            _samples.Decoded.Clear();
    }

    /// <summary>Takes decoded samples as the frame's; false if they are not as many as a frame has.</summary>
    private bool Fits(int decoded)
    {
        if (decoded != _samples.Decoded.Length)
            return false;
        ToMono(_packet, _samples.Decoded, Format.Channels);
        return true;
    }

    private void Enqueue(int decoded)
    {
        ToMono(_packet, _packet.AsSpan(0, decoded), Format.Channels);
        _queue.Push(_packet.AsSpan(0, decoded));
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
}
