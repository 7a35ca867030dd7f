using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Decodes the frames of one source, each at most once, and keeps the latest samples.</summary>
/// <param name="frameTime">The time of a frame.</param>
/// <param name="maxDelay">The maximum delay with which samples are read.</param>
/// <param name="create">Creates the decoder of a format.</param>
internal sealed class SourceDecoder(Duration frameTime, Duration maxDelay, Func<AudioFormat, AudioDecoder> create) : IDisposable
{
    private SampleQueue _queue = new(0);
    private float[] _packet = [];
    private AudioDecoder? _decoder;
    private long _decodedFrame = -1;

    /// <summary>The source's format; the default value before its first packet.</summary>
    public AudioFormat Format => _decoder?.Format ?? default;

    public bool HasFormat => _decoder is not null;

    /// <summary>The payloads of the present frame and of earlier ones.</summary>
    public PayloadHistory Payloads { get; } = new(2 + (int)(maxDelay / frameTime));

    /// <summary>The samples of one channel, at the format's rate, of the latest decoded frames.</summary>
    public SampleHistory Samples { get; private set; } = new(0, 0);

    /// <summary>Whether samples are queued for later frames.</summary>
    public bool HasQueued => _queue.Count > 0;

    /// <summary>
    /// The first exception while decoding. It is a fault of the source's own peer, not of the peer for which the frame was decoded; the
    /// frame is silent.
    /// </summary>
    public Exception? Fault { get; private set; }

    /// <summary>Changes the format; returns false if it is the present one.</summary>
    public bool TryChange(AudioFormat format)
    {
        if (_decoder?.Format == format)
            return false;
        _decoder?.Dispose();
        _decoder = create(format);
        Payloads.Clear();
        int length = format.SamplesIn(frameTime);
        Samples = new SampleHistory(length, (int)Math.Ceiling(maxDelay.Seconds * format.SampleRate));
        _queue = new SampleQueue(length + AudioFormat.MaxOpusPacket);
        _packet = new float[Math.Max(AudioFormat.MaxOpusPacket, length) * format.Channels];
        _decodedFrame = -1;
        return true;
    }

    /// <summary>Decodes a packet that is not a whole frame, and queues its samples.</summary>
    public void Enqueue(ReadOnlySpan<byte> payload)
    {
        int decoded = _decoder!.Decode(payload, _packet);
        ToMono(_packet, _packet.AsSpan(0, decoded));
        _queue.Push(_packet.AsSpan(0, decoded));
    }

    /// <summary>Takes the frame from the queued samples; the missing ones are concealed.</summary>
    public void TakeQueued(long frame)
    {
        if (_decodedFrame != frame - 1)
            Samples.Clear();
        BeginFrame(frame);
        int taken = _queue.Pull(Samples.Now);
        if (taken < Samples.Now.Length)
            Conceal(Samples.Now[taken..]);
    }

    /// <summary>Decodes the frame, unless it is decoded already.</summary>
    public void Decode(in SourceFrame frame)
    {
        if (_decodedFrame == frame.Number || _decoder is null)
            return;
        try
        {
            DecodeOnce(frame);
        }
        catch (Exception exception)
        {
            Fault ??= exception;
            Samples.Now.Clear();
            _decodedFrame = frame.Number;
        }
    }

    public void Dispose() => _decoder?.Dispose();

    private void DecodeOnce(in SourceFrame frame)
    {
        if (_decodedFrame != frame.Number - 1)
            WarmUp(frame.Lead);
        BeginFrame(frame.Number);
        if (frame.Kind == PlayoutKind.Idle || frame.IsTail)
            Samples.Now.Clear();
        else
            Decode(Payloads.Now);
        TrunkFading.Apply(frame.Fade, Samples.Now, Format);
    }

    /// <summary>
    /// Decodes earlier payloads, so that a decoder with a memory continues the previous audio, and delayed samples are available.
    /// </summary>
    private void WarmUp(TrunkLead lead)
    {
        _decoder!.Reset();
        Samples.Clear();
        int back = Math.Min(1 + (int)((Resampler.MaxDelay * 2 + lead.Time) / frameTime), Payloads.Before);
        while (back > 0 && Payloads.Back(back).IsEmpty)
            back--;
        for (; back > 0; back--)
        {
            Samples.Begin();
            Decode(Payloads.Back(back));
        }
    }

    private void BeginFrame(long frame)
    {
        Samples.Begin();
        _decodedFrame = frame;
    }

    /// <summary>Decodes a payload; a missing or malformed one is concealed.</summary>
    private void Decode(ReadOnlySpan<byte> payload)
    {
        Span<float> now = Samples.Now;
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
