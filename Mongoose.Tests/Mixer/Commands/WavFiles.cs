using Mongoose.Mixer.Talkers;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>Writes WAV files for tests.</summary>
internal static class WavFiles
{
    public static string Write(string path, Speech speech)
    {
        byte[] file = new byte[WavHeader.Length + 2 * speech.Samples.Length];
        WavHeader.Write(file, speech.Rate, 1, 2 * speech.Samples.Length);
        Pcm16.WriteLittleEndian(speech.Samples.ToArray().Select(sample => (float)sample).ToArray(), file.AsSpan(WavHeader.Length));
        File.WriteAllBytes(path, file);
        return path;
    }
}
