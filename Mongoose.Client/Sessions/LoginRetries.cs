using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>
/// Decides whether a login that failed is tried again. A service under load refuses right passwords in the words of a wrong one, so those are
/// tried again too; whether an account is on the grid already or a region is full does not change within seconds.
/// </summary>
/// <param name="max">How often.</param>
internal sealed class LoginRetries(int max)
{
    /// <summary>How often unless the user says otherwise.</summary>
    public const int Default = 2;

    private static readonly Duration FirstDelay = Duration.FromSeconds(1);

    private int _made;

    /// <summary>The sum of the delays before that many retries: 1 s, 3 s, 9 s and so on.</summary>
    public static Duration TotalDelay(int retries) => Enumerable.Range(0, retries).Aggregate(Duration.Zero, (sum, i) => sum + DelayBefore(i));

    /// <summary>Whether to log in once more, and after how long.</summary>
    public bool TryNext(BotFailure failure, out Duration delay)
    {
        delay = DelayBefore(_made);
        return failure is BotFailure.WrongPassword or BotFailure.GridUnreachable or BotFailure.LoginTimeout && _made++ < max;
    }

    private static Duration DelayBefore(int retry) => FirstDelay * Math.Pow(3, retry);
}
