using System.CommandLine;
using Mongoose.Client.Requests;
using Mongoose.Core.Settings;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;

namespace Mongoose.Client.Commands;

/// <summary>The command <c>accounts</c>: a script for OpenSimulator's console that creates the accounts of a run.</summary>
internal sealed class AccountsCommand
{
    private const string Description = """
        Writes a script for OpenSimulator's console that creates the accounts of a run with the same options. It connects to nothing.

        Examples:
          mongoose-bot accounts -firstname Test -lastname Bot -password secret -botcount 100 --output accounts.txt
          mongoose-bot accounts --ini bots.ini > accounts.txt

        Then run the script on the console of Robust or of a standalone OpenSimulator, with the file's full path: command-script "/path/to/accounts.txt"
        Accounts that exist stay as they are. The script contains passwords, and OpenSimulator copies each of its lines to Robust.log or OpenSim.log.
        Exit codes: 0 the script is written, 1 it could not be written, 2 invalid command line.
        """;

    private readonly SettingOptions _options = new(new AccountOptions());
    private readonly Option<string?> _ini = BotCommand.IniOption();
    private readonly Option<string> _output = new("--output")
    {
        Description = "Write the script to a file; - means standard output",
        HelpName = PathOption.FileName,
        DefaultValueFactory = _ => OutputFile.StandardOutput,
    };

    public static Command Create()
    {
        AccountsCommand accounts = new();
        Command command = new("accounts", Description) { accounts._ini, accounts._output };
        accounts._options.AddTo(command);
        command.SetAction(accounts.Run);
        return command;
    }

    private int Run(ParseResult parsed)
    {
        TextWriter error = parsed.InvocationConfiguration.Error;
        if (BotCommand.MisplacedOptions(parsed).ToArray() is { Length: > 0 } misplaced)
            return BotCommand.Program.Refuse(error, misplaced);
        try
        {
            (BotAccounts accounts, IReadOnlyList<string> problems) = Read(parsed);
            return problems.Count > 0
                ? BotCommand.Program.Refuse(error, problems)
                : Write(accounts, parsed.GetValue(_output)!, parsed.InvocationConfiguration);
        }
        catch (FormatException exception)
        {
            return BotCommand.Program.Refuse(error, [exception.Message]);
        }
    }

    /// <summary>Reads the options of accounts. Other keys of a run in the INI file are ignored.</summary>
    private (BotAccounts Accounts, IReadOnlyList<string> Problems) Read(ParseResult parsed)
    {
        IEnumerable<Setting> ignored = Setting.Flat(typeof(BotCommandLine), new BotCommandLine()).Select(pair => pair.Setting);
        CommandLineSource source = BotCommandLine.Source(parsed, _options, parsed.GetValue(_ini), ignored);
        BotAccounts accounts = source.Read(new AccountOptions()).ToAccounts();
        return (accounts, source.Problems.Count > 0 ? source.Problems : AccountScript.Problems(accounts).ToArray());
    }

    private static int Write(BotAccounts accounts, string path, InvocationConfiguration console)
    {
        try
        {
            OutputFile.Write(path, AccountScript.Text(accounts), console.Output);
            if (path == OutputFile.StandardOutput)
                return ExitCode.Good;
            console.Output.WriteLine($"Accounts in {path}: {AccountScript.Description(accounts)}");
            console.Output.WriteLine(AccountScript.HowToRun(Path.GetFullPath(path)));
            return ExitCode.Good;
        }
        catch (OutputException exception)
        {
            return BotCommand.Program.Fail(console.Error, exception.Message, ExitCode.Runtime);
        }
    }
}
