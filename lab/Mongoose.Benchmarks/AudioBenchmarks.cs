using BenchmarkDotNet.Attributes;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Benchmarks;

/// <summary>One operation is a frame of 20 ms of one channel. Opus has 32 kbit/s and complexity 5.</summary>
[MemoryDiagnoser]
public class AudioBenchmarks
{
    private readonly float[] _samples = new float[5760], _narrow = new float[160], _wide = new float[960];
    private readonly byte[] _law = new byte[160], _packet = new byte[1500], _encoded = new byte[1500];
    private readonly Resampler _up = new(8000, 48_000), _down = new(48_000, 8000);
    private AudioDecoder _pcmu = null!, _opusDecoder = null!, _managedDecoder = null!;
    private AudioEncoder _pcmuEncoder = null!, _opusEncoder = null!, _managedEncoder = null!;
    private int _packetLength;

    [GlobalSetup]
    public void Setup()
    {
        (_pcmu, _pcmuEncoder) = (AudioDecoder.Create(AudioFormat.Pcmu), AudioEncoder.Create(AudioFormat.Pcmu, OpusOptions.Default));
        (_opusDecoder, _opusEncoder) = (AudioDecoder.Create(AudioFormat.Opus), AudioEncoder.Create(AudioFormat.Opus, OpusOptions.Default));
        _managedDecoder = AudioDecoder.Create(AudioFormat.Opus, OpusLibrary.Managed);
        _managedEncoder = AudioEncoder.Create(AudioFormat.Opus, OpusOptions.Default, OpusLibrary.Managed);
        VoiceLike.Fill(_narrow, 8000);
        VoiceLike.Fill(_wide, 48_000);
        _pcmuEncoder.Encode(_narrow, _law);
        for (int i = 0; i < 10; i++)
            _packetLength = _opusEncoder.Encode(_wide, _packet);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        foreach (IDisposable codec in new IDisposable[] { _pcmu, _pcmuEncoder, _opusDecoder, _opusEncoder, _managedDecoder,
            _managedEncoder })
            codec.Dispose();
    }

    [Benchmark]
    public int MuLawDecodeAndEncode()
    {
        int length = _pcmu.Decode(_law, _samples);
        return _pcmuEncoder.Encode(_samples.AsSpan(0, length), _encoded);
    }

    [Benchmark]
    public int OpusDecode() => _opusDecoder.Decode(_packet.AsSpan(0, _packetLength), _samples);

    [Benchmark]
    public int OpusEncode() => _opusEncoder.Encode(_wide, _encoded);

    [Benchmark]
    public int ManagedOpusDecode() => _managedDecoder.Decode(_packet.AsSpan(0, _packetLength), _samples);

    [Benchmark]
    public int ManagedOpusEncode() => _managedEncoder.Encode(_wide, _encoded);

    [Benchmark]
    public void From8To48Kilohertz() => _up.Process(_narrow, _samples.AsSpan(0, 960));

    [Benchmark]
    public void From48To8Kilohertz() => _down.Process(_wide, _samples.AsSpan(0, 160));

    [Benchmark]
    public byte Level() => LevelMeter.Level(_wide);
}
