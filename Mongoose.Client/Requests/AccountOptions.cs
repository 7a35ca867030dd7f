using Mongoose.Core.Settings;

namespace Mongoose.Client.Requests;

/// <summary>The options that determine a run's accounts. The command <c>accounts</c> has no other options of a run.</summary>
internal sealed record AccountOptions
{
    /// <summary>The maximum number of bots in one process.</summary>
    public const int MaxBots = 1000;

    [Setting("FirstName", Option = "--firstname -firstname", IsRequired = true, Text = "first name of all bots")]
    public string FirstName { get; init; } = "";

    [Setting("LastName", Option = "--lastname -lastname", IsRequired = true,
        Text = $"last name; the number replaces {BotAccounts.NumberMark}, or follows; a single bot has none")]
    public string LastName { get; init; } = "";

    [Setting("Password", Option = "--password -password", HelpName = "text", IsRequired = true,
        Text = $"password; the number replaces {BotAccounts.NumberMark}")]
    public string Password { get; init; } = "";

    [Setting("BotCount", Option = "--botcount -botcount -n", Min = 1, Max = MaxBots * Runtime.CommandLine.Shard.MaxCount,
        Range = "1 to 1000 for each shard", Text = "bots in all shards")]
    public int Count { get; init; } = 1;

    [Setting("From", Option = "--from -from -f", Min = 0, Max = 1_000_000, Text = "number of the first bot")]
    public int From { get; init; }

    public BotAccounts ToAccounts() => new(FirstName, LastName, Password, From, Count);
}
