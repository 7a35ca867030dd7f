using System.CommandLine;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "list": the scenarios that come with the tool.</summary>
internal static class ListCommand
{
    public static Command Create()
    {
        Command command = new("list", "List the built-in scenarios.");
        command.SetAction(parsed => Run(parsed.InvocationConfiguration.Output));
        return command;
    }

    private static int Run(TextWriter output)
    {
        ScenarioCatalogue catalogue = ScenarioCatalogue.BuiltIn;
        (string Name, string Clocks, string Title)[] rows = catalogue.Files
            .Select(file => (catalogue.NameOf(file), new ScenarioFile(file).Read()))
            .Select(entry => (entry.Item1, string.Join('|', entry.Item2.Clocks).ToLowerInvariant(), entry.Item2.Title))
            .ToArray();
        int name = rows.Max(row => row.Name.Length), clocks = rows.Max(row => row.Clocks.Length);
        foreach ((string Name, string Clocks, string Title) row in rows)
            output.WriteLine($"{row.Name.PadRight(name)}  {row.Clocks.PadRight(clocks)}  {row.Title}");
        return ExitCode.Good;
    }
}
