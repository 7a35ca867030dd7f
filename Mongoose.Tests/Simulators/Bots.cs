using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>Runs of mongoose-bot in a real OpenSim.</summary>
/// <param name="grid">The OpenSim.</param>
/// <param name="nextUser">Returns the account that is next in rotation.</param>
internal sealed class Bots(OpenSimInstance grid, Func<int> nextUser)
{
    /// <summary>Runs bots with the next accounts, asserts the exit value and returns the result.</summary>
    public BotRunResult Run(string engine, int code, params string[] arguments)
    {
        using TemporaryDirectory directory = new();
        string json = Path.Combine(directory.Path, "bots.json");
        string[] defaults = ["-loginuri", grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}", "-password", "password{n}",
            "-from", NextUsers(2).ToString(CultureInfo.InvariantCulture), "--engine", engine, "--json", json, "--login-delay", "1000"];
        BotOutcome outcome = BotOutcome.Of(BotOutcome.With(defaults, arguments));
        TestContext.Out.WriteLine(outcome.Output + outcome.Errors);
        Assert.That(outcome.Code, Is.EqualTo(code), outcome.Output + outcome.Errors);
        return BotJson.Parse(File.ReadAllText(json));
    }

    /// <summary>The number of the first of several accounts with consecutive numbers.</summary>
    public int NextUsers(int count)
    {
        int first = nextUser();
        for (int i = 1; i < count; i++)
        {
            if (nextUser() < first)
                return NextUsers(count);
        }
        return first;
    }

    /// <summary>
    /// OpenSim's threads overtake each other between taking a sequence number and sending the packet, rarely by three packets or more.
    /// </summary>
    public static void AssertNothingMissing(BotResult bot) =>
        Assert.That(bot.PacketsLost - bot.PacketsReordered, Is.Zero,
            $"{bot.PacketsLost} counted as lost, of which {bot.PacketsReordered} arrived late");
}
