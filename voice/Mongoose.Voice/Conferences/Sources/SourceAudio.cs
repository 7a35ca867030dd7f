using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>
/// The audio of one source in the present frame: its payload, its samples at any rate, or its frame in another format. Each is made on
/// first use, and once per frame: a source that is only forwarded is never decoded.
/// </summary>
internal sealed class SourceAudio(Duration frameTime, Func<AudioFormat, AudioDecoder> decoder) : IDisposable
{
    private static readonly Duration MaxDelay = Resampler.MaxDelay + TrunkLead.MaxTime;

    private readonly Conversions _conversions = new(frameTime);
    private readonly SourceDecoder _decoder = new(frameTime, MaxDelay, decoder);
    private SourceFrame _frame;

    /// <summary>The number of frames for which delayed audio still plays after the source has stopped.</summary>
    private int _tailFrames;

    /// <summary>The source's format.</summary>
    public AudioFormat Format => _decoder.Format;

    /// <summary>The content of the frame.</summary>
    public PlayoutKind Kind => _frame.Kind;

    /// <summary>
    /// Whether the source leaves a mix or enters one in this frame. <see cref="Samples"/> contain the fade; the receiver of
    /// <see cref="Payload"/> applies it.
    /// </summary>
    public TrunkFade Fade => _frame.Fade;

    /// <summary>
    /// The time by which the source is ahead of the mixes from the same peer. <see cref="SamplesAt"/> is delayed by this time;
    /// <see cref="Payload"/> is not.
    /// </summary>
    public TrunkLead Lead => _frame.Lead;

    /// <summary>Whether the frame only plays the rest of earlier frames, which are delayed.</summary>
    public bool IsTail => _frame.IsTail;

    /// <summary>Whether the source ended before this frame: it entered a mix, or the previous frame was its tail.</summary>
    public bool HasEnded { get; private set; }

    /// <inheritdoc cref="SourceDecoder.Fault"/>
    public Exception? Fault => _decoder.Fault;

    /// <summary>The received frame; empty if it did not arrive as a single payload.</summary>
    public ReadOnlySpan<byte> Payload => _decoder.Payloads.Now;

    /// <summary>The average size of <see cref="Payload"/>.</summary>
    public MeanSize Size { get; } = new();

    /// <summary>The frame's samples, of one channel, at the format's rate, without delay.</summary>
    public ReadOnlySpan<float> Samples
    {
        get
        {
            _decoder.Decode(_frame);
            return _decoder.Samples.Now;
        }
    }

    /// <summary>Begins a frame without audio.</summary>
    public void Begin()
    {
        HasEnded = IsTail || TrunkFading.IsOut(Fade);
        if (Kind != PlayoutKind.Idle && !IsTail)
            _tailFrames = (int)Math.Ceiling((Resampler.MaxDelay + Lead.Time) / frameTime);
        _decoder.Payloads.Begin();
        _frame = new SourceFrame(_frame.Number + 1, PlayoutKind.Idle, TrunkFade.None, Lead, IsTail: false);
    }

    /// <summary>Adds a packet of this frame.</summary>
    public void Add(AudioFormat format, ReadOnlySpan<byte> payload, bool isWholeFrame)
    {
        if (_decoder.TryChange(format))
        {
            Size.Clear();
            _conversions.ClearRates();
        }
        _frame.Kind = PlayoutKind.Audio;
        if (isWholeFrame && !_decoder.HasQueued)
        {
            _decoder.Payloads.Set(payload);
            Size.Add(payload.Length);
        }
        else
        {
            _decoder.Payloads.Set([]);
            _decoder.Enqueue(payload);
        }
    }

    /// <summary>Sets what a trunk states about the frame.</summary>
    public void State(TrunkFade fade, TrunkLead lead) => (_frame.Fade, _frame.Lead) = (fade, lead);

    /// <summary>Ends a frame whose packets were not whole frames: takes its samples from the queued ones.</summary>
    public void TakeQueued()
    {
        if (!Payload.IsEmpty || !_decoder.HasQueued)
            return;
        _frame.Kind = PlayoutKind.Audio;
        _decoder.TakeQueued(_frame.Number);
    }

    /// <summary>Nothing arrived for the frame: plays the rest of earlier frames, if any.</summary>
    public void TakeTail()
    {
        if (_tailFrames == 0)
            return;
        _tailFrames--;
        (_frame.Kind, _frame.IsTail) = (PlayoutKind.Audio, true);
    }

    /// <summary>The frame's audio is missing.</summary>
    public void Miss()
    {
        if (_decoder.HasFormat)
            _frame.Kind = PlayoutKind.Missing;
    }

    /// <summary>The frame's samples at a rate, delayed by <see cref="Lead"/> and by the conversion.</summary>
    public ReadOnlySpan<float> SamplesAt(int rate, ConversionTiming timing)
    {
        _decoder.Decode(_frame);
        SampleHistory samples = _decoder.Samples;
        Duration wait = timing == ConversionTiming.Even
            ? Resampler.MaxDelay - Resampler.DelayOf(Format.SampleRate, rate)
            : Duration.Zero;
        int delay = Format.SamplesIn(Lead.Time + wait);
        return rate == Format.SampleRate
            ? samples.Later(delay)
            : _conversions.To(rate, timing, Format.SampleRate).Convert(samples.Later(delay), samples.LaterBefore(delay), _frame.Number);
    }

    /// <summary>
    /// The frame in a format, with its fade: forwarded, or encoded again. Empty for a missing frame of a source forwarded in Opus, which
    /// the receiver conceals itself, and for the tail of a forwarded source.
    /// </summary>
    /// <param name="isForwarded">Whether it is the received payload, and therefore earlier than one that is encoded again.</param>
    public ReadOnlySpan<byte> PayloadAs(AudioFormat format, OpusOptions options, out bool isForwarded)
    {
        bool isConcealed = Kind == PlayoutKind.Missing && format.Codec == AudioCodec.Opus;
        isForwarded = Format == format && Fade == TrunkFade.None;
        if (isForwarded && (IsTail || isConcealed || !Payload.IsEmpty))
            return Payload;
        isForwarded = false;
        return EncodedAs(format, options, ConversionTiming.Shortest);
    }

    /// <summary>The frame in a format, with its fade, encoded again.</summary>
    public ReadOnlySpan<byte> EncodedAs(AudioFormat format, OpusOptions options, ConversionTiming timing) =>
        _conversions.To(format, options, timing).Encode(this, _frame.Number);

    public void Dispose()
    {
        _decoder.Dispose();
        _conversions.Dispose();
    }
}
