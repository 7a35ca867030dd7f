using System.Globalization;

namespace Mongoose.Client.Requests;

/// <summary>The accounts of a run. Logins and the command <c>accounts</c> both take names and passwords from here.</summary>
/// <param name="FirstName">The first name of all.</param>
/// <param name="LastName">
/// An account's number replaces <see cref="NumberMark"/>. Without the mark, as with pCampBot, the number follows the name, and a single
/// account has no number.
/// </param>
/// <param name="Password">An account's number replaces <see cref="NumberMark"/>.</param>
/// <param name="From">The first account's number.</param>
/// <param name="Count">The number of accounts: one for each bot in all shards.</param>
internal sealed record BotAccounts(string FirstName, string LastName, string Password, int From, int Count)
{
    /// <summary>The placeholder for an account's number in last names and passwords.</summary>
    public const string NumberMark = "{n}";

    /// <summary>Whether the last name says where the number is; if not, pCampBot's rule applies.</summary>
    public bool IsMarked => LastName.Contains(NumberMark, StringComparison.Ordinal);

    /// <summary>The account of a bot.</summary>
    /// <param name="bot">The bot's number in the whole run, from 0.</param>
    public BotAccount this[int bot]
    {
        get
        {
            string number = (From + bot).ToString(CultureInfo.InvariantCulture);
            string last = IsMarked ? LastName.Replace(NumberMark, number) : Count == 1 ? LastName : LastName + number;
            return new BotAccount(FirstName, last, Password.Replace(NumberMark, number));
        }
    }

    /// <summary>The last names in words.</summary>
    public string LastNames => Count == 1 ? this[0].Last : $"{this[0].Last} to {this[Count - 1].Last}";
}

/// <summary>An account of a grid.</summary>
internal sealed record BotAccount(string First, string Last, string Password);
