using System.Runtime.CompilerServices;

namespace Mongoose.Core.Sending;

/// <summary>
/// Finds what has held a circuit back at most looks of a second. A circuit that paces a burst is held back for some milliseconds, which nobody
/// calls a limit; one whose packets wait at most looks is at its limit.
/// </summary>
internal struct LimitWatch
{
    private Looks _looks;

    public void Note(LimitedBy limit) => _looks[(int)limit]++;

    /// <summary>The most frequent since the last call; without a look, nothing.</summary>
    public LimitedBy Take()
    {
        LimitedBy most = LimitedBy.Nothing;
        for (LimitedBy limit = LimitedBy.Viewer; limit <= LimitedBy.Window; limit++)
        {
            if (_looks[(int)limit] > _looks[(int)most])
                most = limit;
        }
        _looks = default;
        return most;
    }

    [InlineArray((int)LimitedBy.Window + 1)]
    private struct Looks
    {
        private int _first;
    }
}
