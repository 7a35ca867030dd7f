using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Speeches;

/// <summary>Makes the speech of a run's sources.</summary>
internal static class SpeechMaker
{
    /// <summary>The sampling rate of speech made in code, that of G.711.</summary>
    public const int Rate = 8000;

    /// <summary>Speech made in code repeats after this time.</summary>
    private static readonly Duration LoopLength = Duration.FromSeconds(20);

    /// <summary>One speech for each source.</summary>
    /// <param name="kind">The kind of their speech.</param>
    /// <param name="sources">The number of sources.</param>
    /// <param name="seed">The seed of speech made in code.</param>
    public static Speech[] Make(SpeechKind kind, int sources, long seed) =>
        Enumerable.Range(0, sources).Select(source => Make(kind, source, new SeededRandom(seed, source))).ToArray();

    private static Speech Make(SpeechKind kind, int source, SeededRandom random) => kind switch
    {
        SpeechKind.Noise => Noise(random),
        SpeechKind.Spoken when EspeakVoices.TrySpeak(source) is { } spoken => spoken,
        _ => new FormantVoice(source, random).Speak(LoopLength),
    };

    /// <summary>Noise of about -25 dBov, as loud as usual speech.</summary>
    private static Speech Noise(SeededRandom random) =>
        new(Enumerable.Range(0, 2 * Rate).Select(_ => (short)(3200 * (random.NextDouble() - 0.5) * 2)).ToArray(), Rate);
}
