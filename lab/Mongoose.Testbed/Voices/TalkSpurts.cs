using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Voices;

/// <summary>Sources that talk and pause, each on its own, for exponentially distributed times; or talk without end.</summary>
internal sealed class TalkSpurts
{
    private readonly SeededRandom _random;
    private readonly Duration _talk, _pause;
    private readonly bool[] _talks;
    private readonly Instant[] _until;

    /// <param name="sources">The number of sources.</param>
    /// <param name="talk">Mean time for which a source talks; null: without end.</param>
    /// <param name="pause">Mean time of its pauses; null: none.</param>
    /// <param name="start">The start; each source is as likely to talk then as later.</param>
    /// <param name="random">A stream of random numbers for these sources alone.</param>
    public TalkSpurts(int sources, Duration? talk, Duration? pause, Instant start, SeededRandom random)
    {
        (_random, _talk, _pause) = (random, talk ?? Duration.Zero, pause ?? Duration.Zero);
        (_talks, _until) = (new bool[sources], new Instant[sources]);
        bool isEndless = talk is null || pause is null;
        for (int source = 0; source < sources; source++)
        {
            _talks[source] = isEndless || random.Chance(_talk / (_talk + _pause));
            _until[source] = isEndless ? Instant.Never : start + Draw(source);
        }
    }

    /// <summary>The number of sources that talk; times must not decrease.</summary>
    public int ActiveAt(Instant now)
    {
        int active = 0;
        for (int source = 0; source < _talks.Length; source++)
        {
            while (_until[source] <= now)
            {
                _talks[source] = !_talks[source];
                _until[source] += Draw(source);
            }
            if (_talks[source])
                active++;
        }
        return active;
    }

    private Duration Draw(int source) => _random.NextExponential(_talks[source] ? _talk : _pause);
}
