using Mongoose.Core.Status.Http;

namespace Mongoose.Server.Status.Http;

/// <summary>
/// Gives many readers the same answer for a second. One of them computes it, on its own thread, while the others wait. Thread-safe.
/// </summary>
/// <typeparam name="TKey">What readers of the same answer have in common.</typeparam>
/// <param name="time">The clock.</param>
internal sealed class SharedAnswer<TKey>(TimeProvider time) where TKey : struct, IEquatable<TKey>
{
    /// <summary>How long an answer is used after it has been computed.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(1);

    private readonly object _gate = new();
    private Answer? _answer;
    private TKey _key;
    private long _made;

    /// <summary>Returns the last answer if it was computed for the same key and is young enough; otherwise computes one.</summary>
    public Answer Get(TKey key, Func<TKey, Answer> compute)
    {
        lock (_gate)
        {
            if (_answer is not null && _key.Equals(key) && time.GetElapsedTime(_made) < Lifetime)
                return _answer;
            _answer = compute(key);
            (_key, _made) = (key, time.GetTimestamp());
            return _answer;
        }
    }
}
