using System.Numerics;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Voice.Conferences.Streams;

/// <summary>One stream with all voices, rendered for one listener: each voice at its position, if known.</summary>
internal sealed class ListenerMix(AudioFormat format, OpusOptions options, Duration frame) : IDisposable
{
    private readonly MixingBus _bus = new(format.SampleRate, format.SamplesIn(frame), format.Channels);
    private readonly byte[] _payload = new byte[Math.Max(PayloadSizes.MaxOpusBytes, PayloadSizes.BytesOf(format, frame, options))];
    private readonly AudioEncoder _encoder = AudioEncoder.Create(format, options);
    private GainBefore[] _before = [];
    private long _frame;

    /// <summary>The encoded mix of a frame; valid until the next call.</summary>
    public ReadOnlySpan<byte> Encode(ReadOnlySpan<Source> voices, Person? listener)
    {
        _bus.Clear();
        foreach (Source voice in voices)
            Add(voice, GainOf(voice, listener));
        _frame++;
        return _payload.AsSpan(0, _encoder.Encode(_bus.Take(), _payload));
    }

    public void Dispose() => _encoder.Dispose();

    /// <summary>Adds a voice; its gain moves evenly from where it was.</summary>
    private void Add(Source voice, StereoGain gain)
    {
        ref GainBefore before = ref voice.SlotIn(ref _before);
        StereoGain from = before.Ssrc == voice.Ssrc && before.Frame == _frame - 1 ? before.Gain : gain;
        _bus.Add(voice.Audio.SamplesAt(format.SampleRate, ConversionTiming.Even), from, gain);
        before = new GainBefore(voice.Ssrc, _frame, gain);
    }

    private StereoGain GainOf(Source voice, Person? listener)
    {
        if (listener?.Ears is not { } ears || voice.Position is not { } mouth)
            return StereoGain.Unity;
        return format.Channels == 2 ? Panorama.Gain(mouth, ears, listener.EarsHeading) : OneChannel(Vector3.Distance(mouth, ears));
    }

    private static StereoGain OneChannel(float metres)
    {
        float gain = (float)Math.Pow(10, Panorama.DistanceDecibels(metres) / 20);
        return new StereoGain(gain, gain);
    }

    private readonly record struct GainBefore(uint Ssrc, long Frame, StereoGain Gain);
}
