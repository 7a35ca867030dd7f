namespace Mongoose.Network.Queues;

/// <summary>How CoDel's control law takes interval / sqrt(count).</summary>
public enum SquareRoot
{
    /// <summary>In double precision, rounded down to a nanosecond, as RFC 8289 section 5.7 reads in C.</summary>
    Exact,
    /// <summary>One Newton step per drop on a 16-bit reciprocal, as Linux and ns-3 do; it drops earlier at small counts.</summary>
    Newton,
}
