namespace Mongoose.Core.Sending;

/// <summary>
/// Finds what held a circuit back most often at the polls of a second. Pacing a burst holds a circuit back for a few milliseconds, which does not
/// count as a limit. A circuit whose packets wait at most of the polls is at its limit.
/// </summary>
internal struct LimitWatch
{
    private LimitCounts _polls;

    public void Note(LimitedBy limit) => _polls.Add(limit);

    /// <summary>Returns the most frequent limit since the last call; <see cref="LimitedBy.Nothing"/> if there was no poll.</summary>
    public LimitedBy Take()
    {
        LimitedBy mostFrequent = LimitedBy.Nothing;
        for (LimitedBy limit = LimitedBy.Viewer; limit <= LimitedBy.Window; limit++)
        {
            if (_polls.Of(limit) > _polls.Of(mostFrequent))
                mostFrequent = limit;
        }
        _polls = default;
        return mostFrequent;
    }
}
