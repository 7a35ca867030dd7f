using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>
/// The audio of one source in the present frame: as it came, as samples of any rate, or in another format. Each is made when it is first
/// asked for, and once per frame: a source that is only passed on is never decoded.
/// </summary>
internal sealed class SourceAudio(Duration frame, Func<AudioFormat, AudioDecoder> decoder) : IDisposable
{
    private static readonly Duration MaxDelay = Resampler.MaxDelay + TrunkLead.MaxTime;

    private readonly Conversions _conversions = new(frame);
    private readonly PayloadHistory _payloads = new(2 + (int)(MaxDelay / frame));
    private SampleHistory _samples = new(0, 0);
    private SampleQueue _queue = new(0);
    private float[] _packet = [];
    private AudioDecoder? _decoder;
    private long _frame, _decodedFrame = -1;
    private int _tailFrames;

    /// <summary>The format in which it comes.</summary>
    public AudioFormat Format => _decoder?.Format ?? default;

    /// <summary>What this frame is.</summary>
    public PlayoutKind Kind { get; private set; }

    /// <summary>
    /// Whether it comes out of a mix or goes into one in this frame. <see cref="Samples"/> fade; <see cref="Payload"/> is as it came, for a
    /// neighbour to fade.
    /// </summary>
    public TrunkFade Fade { get; set; }

    /// <summary>
    /// By how much it is ahead of the mixes from the same peer. <see cref="SamplesAt"/> is later by as much; <see cref="Payload"/> is as it
    /// came.
    /// </summary>
    public TrunkLead Lead { get; set; }

    /// <summary>Whether the frame has only the end of the frames before, because they are played later than they came.</summary>
    public bool IsTail { get; private set; }

    /// <summary>Whether the frame before was its last: it has gone into a mix.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>
    /// What went wrong while it was decoded, which is its peer's fault and not that of the peer for which it was decoded; it is silent
    /// then.
    /// </summary>
    public Exception? Fault { get; private set; }

    /// <summary>The frame as it came; empty if it did not come in one piece.</summary>
    public ReadOnlySpan<byte> Payload => _payloads.Now;

    /// <summary>The size of <see cref="Payload"/> on average.</summary>
    public MeanSize Size { get; } = new();

    /// <summary>The frame's samples, of one channel, at the format's rate, and not later than they came.</summary>
    public ReadOnlySpan<float> Samples
    {
        get
        {
            TryDecode();
            return _samples.Now;
        }
    }

    /// <summary>Begins a frame without audio.</summary>
    public void Begin()
    {
        HasEnded = IsTail || TrunkFading.IsOut(Fade);
        if (Kind != PlayoutKind.Idle && !IsTail)
            _tailFrames = (int)Math.Ceiling((Resampler.MaxDelay + Lead.Time) / frame);
        IsTail = false;
        _payloads.Begin();
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
            _payloads.Set(payload);
            Size.Add(payload.Length);
        }
        else
        {
            _payloads.Set([]);
            Enqueue(_decoder!.Decode(payload, _packet));
        }
    }

    /// <summary>Ends a frame whose packets were not whole frames: takes its samples from those that wait.</summary>
    public void TakeQueued()
    {
        if (!Payload.IsEmpty || _queue.Count == 0)
            return;
        Kind = PlayoutKind.Audio;
        if (_decodedFrame != _frame - 1)
            _samples.Clear();
        BeginSamples();
        int taken = _queue.Pull(_samples.Now);
        if (taken < _samples.Now.Length)
            Conceal(_samples.Now[taken..]);
    }

    /// <summary>Nothing came for the frame: takes what is still to be played of the frames before, if anything.</summary>
    public void TakeTail()
    {
        if (_tailFrames == 0)
            return;
        _tailFrames--;
        (Kind, IsTail) = (PlayoutKind.Audio, true);
    }

    /// <summary>The frame's audio is missing.</summary>
    public void Miss()
    {
        if (_decoder is not null)
            Kind = PlayoutKind.Missing;
    }

    /// <summary>The frame's samples at a rate, later by <see cref="Lead"/> and by the time of the conversion.</summary>
    /// <param name="timing">The time of the conversion.</param>
    public ReadOnlySpan<float> SamplesAt(int rate, ConversionTiming timing)
    {
        TryDecode();
        Duration wait = timing == ConversionTiming.Even ? Resampler.MaxDelay - Resampler.DelayOf(Format.SampleRate, rate) : Duration.Zero;
        int delay = Format.SamplesIn(Lead.Time + wait);
        return rate == Format.SampleRate
            ? _samples.Later(delay)
            : _conversions.To(rate, timing, Format.SampleRate).Convert(_samples.Later(delay), _samples.LaterBefore(delay), _frame);
    }

    /// <summary>
    /// The frame in a format, with its fade: as it came, or encoded anew. Empty for a missing frame of what came in Opus, which the
    /// receiver conceals itself, and for a tail of what was passed on as it came.
    /// </summary>
    /// <param name="isAsItCame">Whether it is as it came, and so earlier than what is encoded anew.</param>
    public ReadOnlySpan<byte> PayloadAs(AudioFormat format, OpusOptions options, out bool isAsItCame)
    {
        bool isConcealed = Kind == PlayoutKind.Missing && format.Codec == AudioCodec.Opus;
        isAsItCame = Format == format && Fade == TrunkFade.None;
        if (isAsItCame && (IsTail || isConcealed || !Payload.IsEmpty))
            return Payload;
        isAsItCame = false;
        return EncodedAs(format, options, ConversionTiming.Shortest);
    }

    /// <summary>The frame in a format, with its fade, encoded anew.</summary>
    public ReadOnlySpan<byte> EncodedAs(AudioFormat format, OpusOptions options, ConversionTiming timing) =>
        _conversions.To(format, options, timing).Encode(this, _frame);

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
        int length = format.SamplesIn(frame);
        _samples = new SampleHistory(length, (int)Math.Ceiling(MaxDelay.Seconds * format.SampleRate));
        _queue = new SampleQueue(length + AudioFormat.MaxOpusPacket);
        _packet = new float[Math.Max(AudioFormat.MaxOpusPacket, length) * format.Channels];
        _decodedFrame = -1;
        _payloads.Clear();
        Size.Clear();
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
            _samples.Now.Clear();
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
            _samples.Now.Clear();
        else
            Decode(Payload);
        TrunkFading.Apply(Fade, _samples.Now, Format);
    }

    /// <summary>
    /// Decodes the payloads before, so that a decoder with a memory continues what was heard, and its end can be played later.
    /// </summary>
    private void WarmUp()
    {
        _decoder!.Reset();
        _samples.Clear();
        int back = Math.Min(1 + (int)((Resampler.MaxDelay * 2 + Lead.Time) / frame), _payloads.Before);
        while (back > 0 && _payloads.Back(back).IsEmpty)
            back--;
        for (; back > 0; back--)
        {
            _samples.Begin();
            Decode(_payloads.Back(back));
        }
    }

    private void BeginSamples()
    {
        _samples.Begin();
        _decodedFrame = _frame;
    }

    /// <summary>Decodes a frame; one that is missing or malformed is concealed.</summary>
    private void Decode(ReadOnlySpan<byte> payload)
    {
        Span<float> now = _samples.Now;
        if (payload.IsEmpty || _decoder!.Decode(payload, _packet) != now.Length)
            Conceal(now);
        else
            ToMono(_packet, now);
    }

    private void Conceal(Span<float> mono)
    {
        _decoder!.Conceal(_packet.AsSpan(0, mono.Length * Format.Channels));
        ToMono(_packet, mono);
    }

    private void Enqueue(int decoded)
    {
        ToMono(_packet, _packet.AsSpan(0, decoded));
        _queue.Push(_packet.AsSpan(0, decoded));
    }

    private void ToMono(ReadOnlySpan<float> interleaved, Span<float> mono)
    {
        if (Format.Channels == 1)
        {
            interleaved[..mono.Length].CopyTo(mono);
            return;
        }
        for (int i = 0; i < mono.Length; i++)
            mono[i] = (interleaved[2 * i] + interleaved[2 * i + 1]) / 2;
    }
}
