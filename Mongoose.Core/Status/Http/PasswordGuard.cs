using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Http;

/// <summary>Refuses readers without the password, and bounds their guesses. Not thread-safe.</summary>
/// <param name="password">The password.</param>
/// <param name="refused">Counts the refusals.</param>
public sealed class PasswordGuard(string password, RefusedRequests refused)
{
    private readonly Password _password = new(password);
    private readonly WrongPasswords _wrong = new();

    /// <summary>Receives a line for operators when a reader guesses, at most once a minute.</summary>
    public Action<string>? Guessed { get; init; }

    /// <summary>Returns null if the reader may read, otherwise the answer that refuses it.</summary>
    /// <param name="header">The header Authorization; null for none.</param>
    /// <param name="reader">The reader's name, under which its wrong passwords are counted.</param>
    /// <param name="now">The time.</param>
    public Answer? Refuse(string? header, string reader, Instant now)
    {
        // A browser asks without a password first.
        if (header is null)
            return Counted(Refusal.NoPassword, Answer.Unauthorized);
        Duration wait = _wrong.WaitOf(reader, now);
        if (wait > Duration.Zero)
            return Counted(Refusal.TooManyWrongPasswords, TooMany(wait));
        if (_password.IsIn(header))
            return null;
        if (_wrong.Add(reader, now))
        {
            Guessed?.Invoke($"{WrongPasswords.Allowed} wrong passwords within a minute from {reader};"
                + " refuses its further passwords until the minute is over");
        }
        return Counted(Refusal.WrongPassword, Answer.Unauthorized);
    }

    // Answered at once: a delayed answer would hold a connection and a thread of the server.
    private static Answer TooMany(Duration wait)
    {
        string seconds = Math.Ceiling(wait.Seconds).ToString(CultureInfo.InvariantCulture);
        return Answer.Text(429, $"Too many wrong passwords from this address: try again in {seconds} s.", ("Retry-After", seconds));
    }

    private Answer Counted(Refusal reason, Answer answer)
    {
        refused.Count(reason);
        return answer;
    }
}
