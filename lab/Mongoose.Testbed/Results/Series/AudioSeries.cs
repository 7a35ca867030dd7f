using System.Buffers.Binary;
using Mongoose.Voice.Audio;

namespace Mongoose.Testbed.Results.Series;

/// <summary>Audio that can be played, from the run's start or from the moment when its flow was first heard.</summary>
internal sealed record AudioSeries : DataSeries
{
    /// <summary>A WAV file of 16-bit samples.</summary>
    public byte[] Wav { get; init; } = [];

    /// <summary>The length in seconds.</summary>
    public double Seconds { get; init; }

    public int Channels { get; init; }

    /// <param name="samples">Interleaved samples.</param>
    /// <param name="rate">Samples per second and channel.</param>
    /// <param name="channels">1 or 2.</param>
    public static AudioSeries From(string name, ReadOnlySpan<short> samples, int rate, int channels)
    {
        byte[] wav = new byte[WavHeader.Length + samples.Length * sizeof(short)];
        WavHeader.Write(wav, rate, channels, samples.Length * sizeof(short));
        for (int i = 0; i < samples.Length; i++)
            BinaryPrimitives.WriteInt16LittleEndian(wav.AsSpan(WavHeader.Length + i * sizeof(short)), samples[i]);
        return new AudioSeries
        {
            Name = name,
            Unit = "",
            Wav = wav,
            Seconds = (double)samples.Length / channels / rate,
            Channels = channels
        };
    }
}
