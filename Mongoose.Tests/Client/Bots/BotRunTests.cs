using System.Diagnostics;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Client.Bots;

/// <summary>Bots of the built-in engine in a simulated grid.</summary>
internal sealed class BotRunTests
{
    [Test]
    public void Bots_log_in_one_after_another_with_numbered_names_stay_and_leave()
    {
        SimulatedGrid grid = new();
        bool ended = false;
        BotRequest request =
            SimulatedGrid.Options() with { Accounts = SimulatedGrid.Accounts(3, from: 7), LoginDelay = Duration.FromSeconds(1) };
        BotRun run = new(grid.Clock, grid.Engine, request) { Ended = () => ended = true };
        run.Begin();
        grid.Pass(0.5);
        Assert.That(run.Bots.Select(bot => bot.State), Is.EqualTo(new[] { BotState.InRegion, BotState.Waiting, BotState.Waiting }));
        grid.Pass(2);
        Assert.That(grid.Logins.Select(login => $"{login.First} {login.Last}"),
            Is.EqualTo(new[] { "Test Bot7", "Test Bot8", "Test Bot9" }));
        Assert.That(run.Bots.Select(bot => bot.State), Is.All.EqualTo(BotState.InRegion));
        grid.Pass(8);
        Assert.That((grid.Clock.Now >= run.PlannedEnd, ended), Is.EqualTo((false, false)));
        grid.Pass(3);
        Assert.That(run.Bots.Select(bot => bot.State), Is.All.EqualTo(BotState.Left));
        Assert.That((ended, run.IsOver, grid.Client.Followed.Count), Is.EqualTo((true, true, 0)));
    }

    [Test]
    public void A_number_replaces_its_placeholder_in_name_and_password()
    {
        AccountOptions accounts = SimulatedGrid.Accounts(from: 4) with { LastName = "{n}", Password = "p{n}!" };
        BotRequest request = SimulatedGrid.Options() with { Accounts = accounts, Start = "Testbed/1/2/3" };
        LoginRequest account = request.PlanOf(1).Account;
        Assert.That((account.Last, account.Password, account.Start), Is.EqualTo(("5", "p5!", "uri:Testbed&1&2&3")));
    }

    [Test]
    public void A_single_bot_has_no_number_unless_the_name_says_where_as_with_pCampBot()
    {
        AccountOptions accounts = SimulatedGrid.Accounts(from: 4);
        Assert.That(LastName(accounts, Shard.Whole), Is.EqualTo("Bot"));
        Assert.That(LastName(accounts with { LastName = "Bot_{n}" }, Shard.Whole), Is.EqualTo("Bot_4"));
        Assert.That(LastName(accounts with { Count = 2 }, new Shard(1, 2)), Is.EqualTo("Bot5"), "the only bot of a part of a run");

        static string LastName(AccountOptions accounts, Shard shard) =>
            (SimulatedGrid.Options() with { Accounts = accounts, Shard = shard }).PlanOf(0).Account.Last;
    }

    [Test]
    public void One_bots_wrong_password_is_reported_and_does_not_end_the_others()
    {
        SimulatedGrid grid = new();
        grid.Login = request => grid.LogIn(request.Last == "Bot1" ? request with { Password = SimulatedGrid.WrongPassword } : request);
        List<string> failed = [];
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options(3)) { BotFailed = bot => failed.Add(bot.Name) };
        run.Begin();
        grid.Pass(20);
        Assert.That(run.Bots.Select(bot => bot.State), Is.EqualTo(new[] { BotState.Left, BotState.Failed, BotState.Left }));
        Assert.That((run.Bots[1].Failure, run.Bots[1].Message),
            Is.EqualTo((BotFailure.WrongPassword, "key: Could not authenticate your avatar.")));
        Assert.That(failed, Is.EqualTo(new[] { "Test Bot1" }));
    }

    [TestCase(LoginFailure.Unreachable, BotFailure.GridUnreachable)]
    [TestCase(LoginFailure.Timeout, BotFailure.LoginTimeout)]
    [TestCase(LoginFailure.BadReply, BotFailure.BadLoginReply)]
    public void Logins_without_an_answer_are_distinguished(LoginFailure cause, BotFailure failure)
    {
        SimulatedGrid grid = new();
        grid.Login = _ => new LoginFailed(cause, "", "why");
        Assert.That(grid.Run(SimulatedGrid.Options(), 6).Bots[0].Failure, Is.EqualTo(failure));
    }

    [TestCase(LoginFailed.Presence, BotFailure.AlreadyLoggedIn)]
    [TestCase("tos", BotFailure.LoginRefused)]
    public void Refusals_are_distinguished_by_the_services_reason(string reason, BotFailure failure)
    {
        SimulatedGrid grid = new();
        grid.Login = _ => new LoginFailed(LoginFailure.Refused, reason, "No.");
        Assert.That(grid.Run(SimulatedGrid.Options(), 6).Bots[0].Failure, Is.EqualTo(failure));
    }

    [Test]
    public void A_region_that_does_not_open_the_circuit_counts_as_silent()
    {
        SimulatedGrid grid = new();
        grid.Region.Dispose();
        Bot bot = grid.Run(SimulatedGrid.Options(seconds: 60), 20).Bots[0];
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.RegionSilent)));
        Assert.That(bot.Message, Does.Contain("15 s"));
    }

    [Test]
    public void A_region_whose_seed_capability_does_not_answer_counts_as_silent_too()
    {
        SimulatedGrid grid = new();
        grid.Client.Features = null;
        Assert.That(grid.Run(SimulatedGrid.Options(), 1).Bots[0].Failure, Is.EqualTo(BotFailure.RegionSilent));
    }

    [Test]
    public void A_server_that_goes_silent_ends_the_visit_and_the_counters_are_kept()
    {
        SimulatedGrid grid = new();
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 60), 10);
        long before = run.Bots[0].Figures.Counters.Bytes;
        grid.Region.Dispose();
        grid.Pass(20);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure), Is.EqualTo((BotState.Failed, BotFailure.ServerSilent)));
        Assert.That(run.Bots[0].Figures.Counters.Bytes, Is.Positive.And.EqualTo(before));
        Assert.That(run.Bots[0].Figures.RoundTripsMs, Is.Not.Empty);
    }

    [Test]
    public void Round_trips_and_rates_match_the_path()
    {
        SimulatedGrid grid = new(new RegionOptions { Outbound = "mongoose" }, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        BotRequest request = SimulatedGrid.Options(2, 30) with
        {
            Textures = new RegionOptions().Textures.Ids,
            Activity = ActivityNames.Textures,
            Controller = FixedController.ControllerName,
            RateControl = new RateControlOptions { UserSetting = DataRate.FromKilobitsPerSecond(800) },
        };
        BotRun run = grid.Run(request, 40);
        RunSummary summary = grid.SummaryOf(run, request.Length.Seconds);
        Assert.That(summary.P50RttMs, Is.EqualTo(100).Within(2));
        Assert.That((summary.Arrived, summary.Failed, summary.LossPercent), Is.EqualTo((2, 0, 0.0)));
        Assert.That(summary.MeanRequestedKbps, Is.EqualTo(800).Within(1));
        Assert.That(summary.MinReceivedKbps, Is.EqualTo(800).Within(3).Percent, "a region with Mongoose fills the circuit with textures");
        Assert.That(summary.Textures, Is.Positive);
    }

    [Test]
    public void A_bot_without_a_whole_second_in_a_region_has_no_rates_and_does_not_change_those_of_others()
    {
        RunSummary one = SummaryOf(count: 1), two = SummaryOf(count: 2);
        Assert.That((one.Arrived, two.Arrived), Is.EqualTo((1, 2)));
        Assert.That(new[] { one.ReceivedKbps, one.MeanReceivedKbps, one.MinReceivedKbps, one.MeanRequestedKbps }, Is.All.NaN,
            "there are no others");
        Assert.That(two.ReceivedKbps, Is.Positive.And.EqualTo(two.MeanReceivedKbps).And.EqualTo(two.MinReceivedKbps));
        Assert.That(two.MeanRequestedKbps, Is.Positive);

        // The last bot is in a region at the end of only one second.
        static RunSummary SummaryOf(int count)
        {
            SimulatedGrid grid = new();
            BotRequest request = SimulatedGrid.Options(count, seconds: 1.5) with { LoginDelay = Duration.FromSeconds(5) };
            return grid.SummaryOf(grid.Run(request, 10), request.Length.Seconds);
        }
    }

    [Test]
    public void Processor_time_used_before_the_run_is_not_counted()
    {
        SimulatedGrid grid = new();
        TimeSpan before = ProcessorTime();
        BotRun run = grid.Run(SimulatedGrid.Options(), 20);
        double cores = grid.SummaryOf(run, 1).CpuCores;
        Assert.That(cores, Is.InRange(0, (ProcessorTime() - before).TotalSeconds), "the test process has used more than this before");

        static TimeSpan ProcessorTime()
        {
            using Process process = Process.GetCurrentProcess();
            return process.TotalProcessorTime;
        }
    }

    [Test]
    public void Window_tracking_requests_less_after_losses_and_counts_them()
    {
        LinkOptions thin = SimulatedGrid.Link50Ms with { Rate = DataRate.FromKilobitsPerSecond(500), Queue = new() };
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, thin);
        BotRequest request = SimulatedGrid.Options(1, 60) with
        {
            Textures = new RegionOptions().Textures.Ids,
            Activity = ActivityNames.Textures,
            RateControl = new RateControlOptions { MaxRate = DataRate.FromMegabitsPerSecond(3) },
        };
        Bot bot = grid.Run(request, 70).Bots[0];
        Assert.That(bot.Figures.Controller!.Name, Is.EqualTo(WindowTrackingController.ControllerName));
        Assert.That(bot.Figures.Counters.LossEvents, Is.Positive);
        Assert.That(bot.Figures.Counters.Packets.Lost, Is.GreaterThanOrEqualTo(bot.Figures.Counters.LossEvents));
        Assert.That(BotRates.From(bot).ReceivedKbps, Is.InRange(300, 500));
        Assert.That(bot.Samples[40].WindowBytes, Is.Positive);
        Assert.That(bot.Samples[40].ThresholdBytes, Is.Positive.And.LessThan(double.PositiveInfinity));
    }

    [Test]
    public void Received_bytes_are_counted_by_channel_and_add_up()
    {
        SimulatedGrid grid = new(new RegionOptions { Prims = 20, Landscape = true });
        BotRequest request = SimulatedGrid.Options(1, 20) with
        {
            Textures = new RegionOptions().Textures.Ids,
            Activity = ActivityNames.Textures,
        };
        SessionCounters counters = grid.Run(request, 15).Bots[0].Figures.Counters;
        foreach (Channel channel in (Channel[])[Channel.Land, Channel.Task, Channel.Texture])
            Assert.That(counters.BytesOf(channel), Is.Positive, $"{channel}");
        Assert.That(counters.OtherBytes, Is.Positive);
        Assert.That(Enum.GetValues<Channel>().Sum(channel => counters.BytesOf(channel)) + counters.OtherBytes, Is.EqualTo(counters.Bytes));
    }

    [TestCase(true, WindowTrackingController.ControllerName)]
    [TestCase(false, ViewerController.ControllerName)]
    public void The_controller_auto_depends_on_the_regions_features(bool hasMongoose, string controller)
    {
        SimulatedGrid grid = new();
        grid.Client.Features = new RegionFeatures(hasMongoose, DataRate.FromKilobitsPerSecond(900));
        Bot bot = grid.Run(SimulatedGrid.Options() with { Controller = ControllerChoice.Auto }, 5).Bots[0];
        Assert.That(bot.Figures.Controller!.Name, Is.EqualTo(controller));
        Assert.That(bot.Figures.Controller.Rate.KilobitsPerSecond, Is.LessThanOrEqualTo(900));
    }

    [Test]
    public void Three_hundred_bots_share_one_process_and_all_arrive_and_leave()
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        BotRequest request = SimulatedGrid.Options(300, 10) with
        {
            LoginDelay = Duration.FromMilliseconds(5),
            Activity = ActivityNames.Mixed,
        };
        BotRun run = grid.Run(request, 20);
        Assert.That(run.Bots.Select(bot => (bot.State, bot.Figures.Counters.Packets.Received > 0)), Is.All.EqualTo((BotState.Left, true)));
        Assert.That(run.Bots.Select(bot => bot.Figures.RoundTripsMs.Count), Is.All.Positive);
    }

    [Test]
    public void The_same_seed_gives_the_same_run()
    {
        Assert.That(Trace(seed: 5), Is.EqualTo(Trace(seed: 5)));

        static string Trace(int seed)
        {
            SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
            BotRequest request = SimulatedGrid.Options(3, 20) with { Seed = seed, Activity = ActivityNames.Mixed };
            BotRun run = grid.Run(request, 25);
            return string.Join(';', run.Bots.SelectMany(bot => bot.Samples)
                .Select(sample => $"{sample.Requested} {sample.Counters.Bytes} {sample.WindowBytes}"));
        }
    }

    [Test]
    public void Bots_that_leave_early_have_a_sample_for_each_second_until_then()
    {
        SimulatedGrid grid = new();
        BotRun run = grid.Run(SimulatedGrid.Options(2, 60), 5.5);
        run.Leave();
        grid.Pass(3);
        Assert.That(run.IsOver);
        Assert.That(run.Bots.Select(bot => bot.Samples.Count), Is.All.EqualTo(5));
    }

    [Test]
    public void A_run_with_slow_logins_ends_before_it_has_too_many_results()
    {
        SimulatedGrid grid = new();
        grid.Client.AnswersLogins = false;
        BotRun run = grid.Run(SimulatedGrid.Options(4, seconds: 600) with { MaxBotSeconds = 20 }, 30);
        Assert.That(run.IsOver);
        Assert.That(run.Bots.Select(bot => bot.Samples.Count), Is.EqualTo(new[] { 11, 7, 2, 0 }),
            "bots that wait for their login have none");
        Assert.That(run.Bots[1].Samples[0].Second, Is.EqualTo(5));
        Assert.That(run.Bots.Select(bot => bot.Failure), Is.All.EqualTo(BotFailure.LoginTimeout));
    }
}
