using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Http;

/// <summary>
/// Bounds how many passwords a reader can try: after ten wrong passwords within a minute, the reader waits until that minute is over. The
/// caller names readers; a reader who can change its name freely can try more. Not thread-safe.
/// </summary>
public sealed class WrongPasswords
{
    /// <summary>Wrong passwords that a reader may send in a <see cref="Period"/>.</summary>
    public const int Allowed = 10;

    /// <summary>
    /// Maximum number of remembered readers. A further reader replaces the oldest, so that a reader who has guessed nothing never waits.
    /// </summary>
    public const int MaxReaders = 1000;

    /// <summary>How long wrong passwords count, from the first of them on.</summary>
    public static readonly Duration Period = Duration.FromSeconds(60);

    private readonly Dictionary<string, (Instant Since, int Wrong)> _counts = [];
    private Instant _warned = Instant.LongAgo;

    /// <summary>The number of remembered readers.</summary>
    public int Readers => _counts.Count;

    /// <summary>How long a reader must wait before its next password is compared; zero or less if it need not.</summary>
    /// <param name="reader">The reader's name.</param>
    /// <param name="now">The time.</param>
    public Duration WaitOf(string reader, Instant now) =>
        _counts.TryGetValue(reader, out (Instant Since, int Wrong) count) && count.Wrong >= Allowed
            ? Period - (now - count.Since)
            : Duration.Zero;

    /// <summary>
    /// Counts a wrong password. Returns whether to warn operators: at a reader's last allowed one, at most once in a
    /// <see cref="Period"/>.
    /// </summary>
    /// <param name="reader">The reader's name.</param>
    /// <param name="now">The time.</param>
    public bool Add(string reader, Instant now)
    {
        if (!_counts.TryGetValue(reader, out (Instant Since, int Wrong) count) || IsOver(count.Since, now))
        {
            MakeRoom(now);
            count = (now, 0);
        }
        _counts[reader] = (count.Since, count.Wrong + 1);
        if (count.Wrong + 1 != Allowed || !IsOver(_warned, now))
            return false;
        _warned = now;
        return true;
    }

    private void MakeRoom(Instant now)
    {
        if (_counts.Count < MaxReaders)
            return;
        foreach (string old in _counts.Where(pair => IsOver(pair.Value.Since, now)).Select(pair => pair.Key).ToArray())
            _counts.Remove(old);
        if (_counts.Count >= MaxReaders)
            _counts.Remove(_counts.MinBy(pair => pair.Value.Since).Key);
    }

    private static bool IsOver(Instant since, Instant now) => now - since >= Period;
}
