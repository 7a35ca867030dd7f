using System.Runtime.CompilerServices;
using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// Measures the delay in queues towards the receiver as the smaller of two estimates: the round trip and the one-way delay, each less its
/// minimum. Queues on the return path increase only the first; a receiver's clock that runs fast increases only the second.
/// </summary>
internal struct QueueMeter
{
    /// <summary>The delay is the minimum over this time, so that a short burst does not count as a queue.</summary>
    private static readonly Duration RecentTime = Duration.FromMilliseconds(100);

    /// <summary>The path counts as empty if the round trip exceeds its minimum by less than this.</summary>
    private static readonly Duration EmptyPath = Duration.FromMilliseconds(25);

    private static readonly Duration SampleTime = Duration.FromMilliseconds(100);

    /// <summary>Samples between now and the delay that <see cref="Growth"/> compares with.</summary>
    private const int GrowthSamples = 3;

    private WindowedMinimum _baseRoundTrip, _baseOneWay, _roundTrip, _oneWay;
    private History _history;
    private Instant _sampledAt;

    /// <summary>The minimum round trip; zero before the first packet.</summary>
    public readonly Duration MinRoundTrip => _baseRoundTrip.Value;

    /// <summary>The delay.</summary>
    public readonly Duration Delay => Duration.Max(Duration.Zero,
        Duration.Min(_roundTrip.Value - _baseRoundTrip.Value, _oneWay.Value - _baseOneWay.Value));

    /// <summary>The change of the delay within the last ten samples, a second or ten probes; negative if the queue drains.</summary>
    public readonly Duration Change => Delay - _history[History.Count - 1];

    /// <summary>The change of the delay within the last 0.3 s.</summary>
    public readonly Duration Growth => Delay - _history[GrowthSamples - 1];

    /// <summary>The longest delay of the last second.</summary>
    public readonly Duration Longest
    {
        get
        {
            Duration longest = Delay;
            foreach (Duration delay in _history)
                longest = Duration.Max(longest, delay);
            return longest;
        }
    }

    /// <summary>Adds a packet.</summary>
    /// <param name="roundTrip">The packet's round trip.</param>
    /// <param name="oneWay">
    /// Its arrival on the receiver's clock less its departure on the sender's; a constant offset of the clocks does not matter.
    /// </param>
    /// <param name="memory">How long the minima are remembered.</param>
    public void Add(Duration roundTrip, Duration oneWay, Duration memory, Instant now)
    {
        _baseRoundTrip.Add(roundTrip, now, memory);
        // In a standing queue, a receiver's clock that runs slow would make the queue appear to shrink steadily.
        if (roundTrip - _baseRoundTrip.Value < EmptyPath)
            _baseOneWay.Add(oneWay, now, memory);
        _roundTrip.Add(roundTrip, now, RecentTime);
        _oneWay.Add(oneWay, now, RecentTime);
        if (now - _sampledAt < SampleTime)
            return;
        _sampledAt = now;
        for (int i = History.Count - 1; i > 0; i--)
            _history[i] = _history[i - 1];
        _history[0] = Delay;
    }

    [InlineArray(Count)]
    private struct History
    {
        public const int Count = 10;

        private Duration _first;
    }
}
