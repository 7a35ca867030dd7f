using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Recordings;

/// <summary>Keeps recorded voices: in files, or in memory.</summary>
public interface IVoiceStore
{
    /// <summary>Begins the recording of a source.</summary>
    /// <exception cref="IOException">The recording cannot be stored; the message names the place.</exception>
    IVoiceSink Open(uint ssrc, AudioFormat format);
}

/// <summary>
/// The recording of one source, which begins when the recorder does. All calls may throw <see cref="IOException"/>, whose message names the
/// place.
/// </summary>
public interface IVoiceSink : IDisposable
{
    /// <summary>Names the source: its CNAME has become known, or has changed.</summary>
    void Name(string name);

    /// <summary>Adds interleaved samples in units of 16-bit samples.</summary>
    void Write(ReadOnlySpan<float> samples);

    /// <summary>Adds silence.</summary>
    /// <param name="samples">Samples of each channel.</param>
    void Skip(long samples);

    /// <summary>Makes the audio so far durable; called about every second.</summary>
    void Flush();

    /// <summary>
    /// Makes the audio durable and releases resources of the host, such as an open file, because nothing will be added for some time.
    /// </summary>
    void Rest();
}
