using System.Globalization;
using Mongoose.Mixer.Recordings;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>
/// A folder with a WAV file for each source: NAME-SSRC.wav, or SSRC.wav while the name is not known. Files that exist are kept:
/// NAME-SSRC-2.wav is next.
/// </summary>
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

    /// <summary>The maximum bytes of samples in a file.</summary>
    public long MaxDataBytes { get; init; } = WavHeader.MaxDataBytes;

    /// <summary>Receives messages for the user, a line each.</summary>
    public Action<string> Notify { get; init; } = _ => { };

    public IVoiceSink Open(uint ssrc, AudioFormat format) => new WavSink(this, ssrc, format);

    /// <summary>The path of a new file.</summary>
    /// <param name="name">The source's name; empty if it is not known.</param>
    public string FreePath(string name, uint ssrc)
    {
        string id = ssrc.ToString("x8", CultureInfo.InvariantCulture),
            stem = Path.Combine(_folder, name.Length > 0 ? $"{Safe(name)}-{id}" : id);
        string path = $"{stem}.wav";
        for (int number = 2; File.Exists(path); number++)
            path = $"{stem}-{number}.wav";
        return path;
    }

    /// <summary>Names come from the network: characters that are not safe in file names of every system are replaced.</summary>
    private static string Safe(string name) =>
        string.Concat(name.Take(MaxNameLength)
        .Select((c, i) => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '@' || c == '.' && i > 0 ? c : '_'));
}
