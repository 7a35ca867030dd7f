namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The decision of a <see cref="QueueWatch"/> about a queue.</summary>
internal readonly record struct QueueVerdict
{
    private readonly int _streams;

    private QueueVerdict(int streams, bool othersKeepIt) => (_streams, IsOfOthers) = (streams, othersKeepIt);

    /// <summary>The streams may stay.</summary>
    public static QueueVerdict Keep => default;

    /// <summary>Other senders keep the queue; the streams may stay.</summary>
    public static QueueVerdict OthersKeepIt => new(0, othersKeepIt: true);

    /// <summary>Whether other senders keep the queue.</summary>
    public bool IsOfOthers { get; }

    /// <summary>The number of streams must be reduced.</summary>
    /// <param name="streams">The remaining streams, at least 1.</param>
    public static QueueVerdict Reduce(int streams) => new(streams, othersKeepIt: false);

    /// <summary>The streams to send from now on.</summary>
    /// <param name="present">The present streams, at least 1.</param>
    public int StreamsOf(int present) => _streams > 0 ? Math.Min(_streams, present) : present;
}
