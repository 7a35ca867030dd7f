using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Bots;

/// <summary>Runs that several processes share: their bots are those of one process.</summary>
public sealed class ShardedRunTests
{
    private const int Shards = 4;

    private static readonly Duration Delay = Duration.FromMilliseconds(500);

    private static BotRequest Whole =>
        SimulatedGrid.Options(seconds: 20) with { Accounts = SimulatedGrid.Accounts(10, from: 7), LoginDelay = Delay };

    private static IEnumerable<BotRequest> Parts => Enumerable.Range(0, Shards).Select(i => Whole with { Shard = new Shard(i, Shards) });

    [Test]
    public void The_shards_have_the_accounts_of_one_process()
    {
        string[] accounts = Parts.SelectMany(part => Enumerable.Range(0, part.OwnCount).Select(i => part.PlanOf(i).Account.Last)).ToArray();
        Assert.That(accounts, Is.EquivalentTo(Enumerable.Range(7, 10).Select(number => $"Bot{number}")));
        Assert.That(Parts.First().PlanOf(1).Account.Last, Is.EqualTo("Bot11"), "every fourth bot");
    }

    [Test]
    public void The_bots_of_all_shards_log_in_one_after_another()
    {
        List<(string Bot, double At)> logins = [];
        SimulatedGrid grid = LogInto(logins);
        Run(grid);
        Assert.That(logins.Select(login => login.Bot), Is.EqualTo(Enumerable.Range(7, 10).Select(number => $"Bot{number}")));
        // A login takes 10 ms in this grid.
        Assert.That(logins.Select((login, i) => login.At - i * Delay.Seconds), Is.All.InRange(0, 0.1));
    }

    [Test]
    public void A_shard_whose_logins_are_slow_does_not_log_in_two_bots_at_once()
    {
        List<(string Bot, double At)> logins = [];
        SimulatedGrid grid = LogInto(logins);
        grid.Client.Latency = Duration.FromSeconds(3);
        grid.Run(Parts.First(), 20);
        Assert.That(logins.Zip(logins.Skip(1), (first, second) => second.At - first.At),
            Is.All.GreaterThanOrEqualTo(grid.Client.Latency.Seconds));
    }

    [Test]
    public void A_shard_does_not_make_up_for_a_slow_answer()
    {
        SimulatedGrid grid = new();
        grid.Client.Latency = Duration.FromSeconds(2);
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options(12, 30) with { LoginDelay = Delay, Shard = new Shard(0, 2) });
        run.Begin();
        grid.Pass(1);
        grid.Client.Latency = Duration.FromMilliseconds(10);
        grid.Pass(20);
        double[] starts = run.Bots.Select(bot => bot.StartedAt!.Value.Seconds).ToArray();
        Assert.That(starts[1], Is.GreaterThan(2), "the first bot waits for its answer");
        Assert.That(starts.Zip(starts.Skip(1), (earlier, later) => later - earlier).Skip(1),
            Is.All.EqualTo(2 * Delay.Seconds).Within(1e-6));
    }

    [Test]
    public void All_shards_leave_together_after_the_last_bot_of_the_run_has_arrived()
    {
        SimulatedGrid grid = new();
        BotRun[] runs = Run(grid);
        double[] ends = runs.SelectMany(run => run.Bots).Select(bot => bot.OverAt!.Value.Seconds).ToArray();
        double lastArrival = runs.SelectMany(run => run.Bots).Max(bot => bot.FirstArrival!.Value.Seconds);
        Assert.That(ends.Max() - ends.Min(), Is.LessThan(0.5));
        Assert.That(ends.Min() - lastArrival, Is.EqualTo(Whole.Length.Seconds).Within(0.5));
    }

    [Test]
    public void A_result_says_which_part_of_the_run_it_is_and_numbers_its_bots_as_one_process_does()
    {
        SimulatedGrid grid = new();
        BotRequest part = Parts.ElementAt(1);
        BotRunResult result = grid.ResultOf(grid.Run(part, 30), part, 30);
        Assert.That((result.Request.Shard, result.Request.Accounts.Count, result.Summary.Bots), Is.EqualTo((new Shard(1, 4), 10, 3)));
        Assert.That(result.Bots.Select(bot => bot.Number), Is.EqualTo(new[] { 1, 5, 9 }));
        Assert.That(result.Host.Name, Is.Not.Empty);
    }

    private static SimulatedGrid LogInto(List<(string, double)> logins)
    {
        SimulatedGrid grid = new();
        grid.Login = request =>
        {
            logins.Add((request.Last, (grid.Clock.Now - grid.Client.Latency).Seconds));
            return grid.LogIn(request);
        };
        return grid;
    }

    /// <summary>All shards at the same time, to the end.</summary>
    private static BotRun[] Run(SimulatedGrid grid)
    {
        BotRun[] runs = Parts.Select(part => new BotRun(grid.Clock, grid.Engine, part)).ToArray();
        foreach (BotRun run in runs)
            run.Begin();
        grid.Pass(60);
        return runs;
    }
}
