using BenchmarkDotNet.Attributes;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is a frame of 20 ms of a bus: all voices added, and the sum taken. The sum of 200 voices is limited, that of 8 is not.
/// </summary>
[MemoryDiagnoser]
public class BusBenchmarks
{
    private float[] _voice = [];
    private MixingBus _bus = null!;

    [Params(8, 200)]
    public int Voices { get; set; }

    [Params(8000, 48_000)]
    public int SampleRate { get; set; }

    [Params(1, 2)]
    public int Channels { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _voice = new float[SampleRate / 50];
        VoiceLike.Fill(_voice, SampleRate);
        _bus = new MixingBus(SampleRate, _voice.Length, Channels);
    }

    [Benchmark]
    public float Mix()
    {
        _bus.Clear();
        for (int i = 0; i < Voices; i++)
            _bus.Add(_voice, StereoGain.Unity, StereoGain.Unity);
        return _bus.Take()[0];
    }
}
