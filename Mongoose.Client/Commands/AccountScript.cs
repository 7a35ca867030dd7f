using Mongoose.Client.Requests;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Client.Commands;

/// <summary>Accounts as commands of OpenSimulator's console, for its command <c>command-script</c>.</summary>
internal static class AccountScript
{
    /// <summary>
    /// OpenSimulator asks for each parameter that a command lacks, and takes "" as no address, a random id, and no model.
    /// </summary>
    private static readonly string[] EmailIdAndModel = ["", "", ""];

    /// <summary>
    /// OpenSimulator does not take these characters in the names that it asks for: they are part of addresses of visitors from other grids.
    /// </summary>
    private const string NotInNames = "@.:";

    /// <summary>Why a console could not create the accounts, a line each.</summary>
    public static IEnumerable<string> Problems(BotAccounts accounts)
    {
        foreach ((string option, string text) in new[] { ("--firstname", accounts.FirstName), ("--lastname", accounts.LastName) })
        {
            if (IsMisread(text) || text.AsSpan().ContainsAny(NotInNames))
            {
                yield return $"{option} {TerminalText.Escape(text)}: "
                    + "OpenSimulator's console takes names without blanks, double quotes, @, dots and colons";
            }
        }
        if (IsMisread(accounts.Password))
            yield return "--password: OpenSimulator's console takes passwords without blanks and double quotes";
    }

    /// <summary>The lines of the script.</summary>
    public static string Text(BotAccounts accounts) =>
        $"# Accounts of mongoose-bot: {Description(accounts)}\n"
        + $"# This file contains passwords: delete it once the accounts exist. {HowToRun("FILE")}\n"
        + string.Concat(Enumerable.Range(0, accounts.Count).Select(bot => CommandOf(accounts[bot])));

    /// <summary>The number and the names of the accounts, and what becomes of those that exist.</summary>
    public static string Description(BotAccounts accounts) =>
        $"{accounts.Count}, {accounts.FirstName} {accounts.LastNames}. Accounts that exist stay as they are.";

    /// <param name="file">The script, with its full path because the console is in another folder.</param>
    public static string HowToRun(string file) =>
        $"Run it on the console of Robust or of a standalone OpenSimulator: command-script \"{file}\"";

    private static string CommandOf(BotAccount account)
    {
        string[] parameters = [account.First, account.Last, account.Password, .. EmailIdAndModel];
        return $"create user {string.Join(' ', parameters.Select(parameter => $"\"{parameter}\""))}\n";
    }

    /// <summary>Whether a text would not be one parameter, or standard output would show parts of it as codes.</summary>
    private static bool IsMisread(string text) =>
        text.Any(letter => letter == '"' || char.IsWhiteSpace(letter)) || TerminalText.Escape(text) != text;
}
