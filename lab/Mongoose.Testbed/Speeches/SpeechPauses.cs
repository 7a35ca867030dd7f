using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Speeches;

/// <summary>Cuts speech into talk and pauses of exponentially distributed times.</summary>
internal static class SpeechPauses
{
    /// <summary>Repeats speech with pauses of silence; after a pause, the speech continues where it stopped.</summary>
    /// <param name="speech">The speech to repeat.</param>
    /// <param name="talk">Mean time from a pause to the next.</param>
    /// <param name="pause">Mean time of a pause.</param>
    /// <param name="length">The length of the result.</param>
    /// <param name="random">A stream of random numbers for this source alone.</param>
    public static Speech Cut(Speech speech, Duration talk, Duration pause, Duration length, SeededRandom random)
    {
        short[] samples = new short[(int)(length.Seconds * speech.Rate)];
        ReadOnlySpan<short> said = speech.Samples.Span;
        bool talks = random.Chance(talk / (talk + pause));
        for ((int at, int from) = (0, 0); at < samples.Length; talks = !talks)
        {
            int end = (int)Math.Min(samples.Length, at + Math.Ceiling(random.NextExponential(talks ? talk : pause).Seconds * speech.Rate));
            for (; talks && at < end; at++, from++)
                samples[at] = said[from % said.Length];
            at = end;
        }
        return speech with { Samples = samples };
    }
}
