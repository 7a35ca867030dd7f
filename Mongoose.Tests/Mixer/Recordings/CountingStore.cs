using System.Buffers.Binary;
using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Recordings;

/// <summary>Checks a recording of one source whose samples count, without keeping it.</summary>
internal sealed class CountingStore : IVoiceStore, IVoiceSink
{
    /// <summary>Samples count to this number, which is prime, and begin again.</summary>
    private const int Count = 30_011;

    private long _silence;

    /// <summary>Samples that were recorded, with silence.</summary>
    public long Written { get; private set; }

    /// <summary>The sample of the source that follows.</summary>
    public long Next { get; private set; }

    /// <summary>Samples that were left out one at a time.</summary>
    public long LeftOut { get; private set; }

    /// <summary>Samples that come a second time at once.</summary>
    public long Repeated { get; private set; }

    /// <summary>Samples that are elsewhere, and silence between samples.</summary>
    public int Faults { get; private set; }

    /// <summary>A payload of L16 from a place of the source on.</summary>
    public static byte[] Payload(long place, int samples)
    {
        byte[] payload = new byte[2 * samples];
        for (int i = 0; i < samples; i++)
            BinaryPrimitives.WriteInt16BigEndian(payload.AsSpan(2 * i), (short)((place + i) % Count));
        return payload;
    }

    public IVoiceSink Open(uint ssrc, AudioFormat format) => this;

    public void Name(string name)
    {
    }

    public void Write(ReadOnlySpan<float> samples)
    {
        if (_silence > 0 && Next > 0)
            Faults++;
        _silence = 0;
        foreach (float sample in samples)
        {
            long ahead = ((int)sample - Next % Count + Count) % Count;
            if (ahead == 1)
                LeftOut++;
            else if (ahead == Count - 1)
                Repeated++;
            else if (ahead != 0)
                Faults++;
            Next += ahead == Count - 1 ? 0 : ahead + 1;
        }
        Written += samples.Length;
    }

    public void Skip(long samples)
    {
        _silence += samples;
        Written += samples;
    }

    public void Flush()
    {
    }

    public void Rest()
    {
    }

    public void Dispose()
    {
    }
}
