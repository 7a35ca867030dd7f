using System.Globalization;

namespace Mongoose.Client.Requests;

/// <summary>The time at which the shards of a run begin, by the clocks of their hosts.</summary>
internal static class StartTime
{
    /// <summary>A shard that starts later than this is not part of the same run: its host was too slow, or its clock is wrong.</summary>
    public static readonly TimeSpan MaxPast = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan MaxAhead = TimeSpan.FromHours(24);

    /// <summary>The clock is read at least this often, in case it is set.</summary>
    private static readonly TimeSpan Poll = TimeSpan.FromSeconds(1);

    private static readonly string[] Formats = ["yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK"];

    /// <param name="text">A time in ISO 8601, in UTC unless it has an offset.</param>
    /// <param name="now">By the host's clock.</param>
    /// <exception cref="FormatException">
    /// The text is not a time, or the time is too far away; the message contains the allowed values.
    /// </exception>
    public static DateTimeOffset Parse(string text, DateTimeOffset now)
    {
        const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (!DateTimeOffset.TryParseExact(text, Formats, CultureInfo.InvariantCulture, Utc, out DateTimeOffset time))
            throw new FormatException("allowed are times such as 2030-01-31T14:00:00Z");
        if (time < now - MaxPast)
        {
            throw new FormatException(string.Create(CultureInfo.InvariantCulture,
                $"it is {(now - time).TotalSeconds:0} s ago by this host's clock, {Text(now)}; "
                    + $"allowed are up to {MaxPast.TotalSeconds:0} s"));
        }
        if (time > now + MaxAhead)
        {
            throw new FormatException(string.Create(CultureInfo.InvariantCulture,
                $"it is {(time - now).TotalHours:0.0} h ahead by this host's clock, {Text(now)}; "
                    + $"allowed are up to {MaxAhead.TotalHours:0} h"));
        }
        return time;
    }

    public static string Text(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>Waits until the time, or until it is cancelled.</summary>
    public static void Wait(DateTimeOffset time, CancellationToken cancellation)
    {
        for (TimeSpan left = time - DateTimeOffset.UtcNow; left > TimeSpan.Zero; left = time - DateTimeOffset.UtcNow)
        {
            if (cancellation.WaitHandle.WaitOne(left < Poll ? left : Poll))
                return;
        }
    }
}
