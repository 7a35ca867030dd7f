using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>
/// Decides whether a failed login is retried. A service under load refuses correct passwords with the message for a wrong one, so such
/// failures are retried too. A full region or closed logins do not change within seconds, so these failures are not retried.
/// </summary>
/// <param name="max">The maximum number of retries.</param>
internal sealed class LoginRetries(int max)
{
    /// <summary>The default maximum.</summary>
    public const int Default = 2;

    private static readonly Duration FirstDelay = Duration.FromSeconds(1);

    private int _made;

    /// <summary>The sum of the delays before the given number of retries; the delays are 1 s, 3 s, 9 s and so on.</summary>
    public static Duration TotalDelay(int retries) =>
        Enumerable.Range(0, retries).Aggregate(Duration.Zero, (sum, i) => sum + DelayBefore(i));

    /// <summary>Whether to log in once more, and after which delay.</summary>
    /// <param name="message">The message of the service, if there is one.</param>
    public bool TryNext(BotFailure failure, string message, out Duration delay)
    {
        delay = DelayBefore(_made);
        bool mayPass = failure is BotFailure.WrongPassword or BotFailure.GridUnreachable or BotFailure.LoginTimeout
            || LoginFailures.MayPass(message);
        return mayPass && _made++ < max;
    }

    private static Duration DelayBefore(int retry) => FirstDelay * Math.Pow(3, retry);
}
