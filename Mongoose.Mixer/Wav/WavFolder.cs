using System.Globalization;
using Mongoose.Mixer.Recordings;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>A folder with a WAV file for each source: NAME-SSRC.wav, or SSRC.wav while the name is not known.</summary>
internal sealed class WavFolder : IVoiceStore
{
    private const int MaxNameLength = 100;

    private readonly string _folder;

    /// <exception cref="OutputException">The folder cannot be created.</exception>
    public WavFolder(string folder)
    {
        OutputFile.CreateDirectory(folder);
        _folder = folder;
    }

    public IVoiceSink Open(uint ssrc, AudioFormat format) => new WavSink(name => PathOf(name, ssrc), format);

    private string PathOf(string name, uint ssrc)
    {
        string id = ssrc.ToString("x8", CultureInfo.InvariantCulture);
        return Path.Combine(_folder, name.Length > 0 ? $"{Safe(name)}-{id}.wav" : $"{id}.wav");
    }

    /// <summary>Names come from the network: only what is harmless in file names of every system is kept.</summary>
    private static string Safe(string name) =>
        string.Concat(name.Take(MaxNameLength).Select((c, i) => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '@' || c == '.' && i > 0 ? c : '_'));
}
