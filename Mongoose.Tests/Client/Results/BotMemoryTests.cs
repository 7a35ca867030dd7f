using System.Diagnostics;
using System.Globalization;
using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Client.Bots;

namespace Mongoose.Tests.Client.Results;

/// <summary>Memory used by the longest run that the command line allows, until its results are written.</summary>
public sealed class BotMemoryTests
{
    private const int Bots = AccountOptions.MaxBots, Seconds = BotRequest.MaxBotSecondsOfProcess / Bots, PingsPerSecond = 20;

    [Test, Explicit("a minute and 6 GB; docs/bots/bots.md has the figures")]
    public void A_thousand_bots_for_an_hour_are_written_from_less_than_6_GB()
    {
        SimulatedScheduler clock = new();
        StandInEngine engine = new();
        BotRequest request = SimulatedGrid.Options(Bots, Seconds) with { LoginDelay = Duration.Zero, Activity = ActivityNames.Stand };
        BotRun run = new(clock, engine, request);
        run.Begin();
        clock.RunUntil(run.Began);
        for (int i = 0; i < Bots; i++)
            engine.Arrive(i);
        Random random = new(1);
        for (int second = 0; second < Seconds; second++)
        {
            foreach (SessionFigures bot in engine.Figures)
                Receive(bot, clock.Now, random);
            clock.RunFor(Duration.FromSeconds(1));
        }
        double megabytes = PeakMegabytes();
        BotRunResult result = BotRunResult.Of(run, request, engine, [], request.Length, interrupted: false);
        using TemporaryDirectory directory = new();
        OutputFile.Write(Path.Combine(directory.Path, "bots.json"), BotJson.Serialise(result));
        BotCsv.Write(result, directory.Path);
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{megabytes:0} MB before the results are written, {PeakMegabytes():0} MB "
                + $"peak: {PeakMegabytes() * 1e6 / Bots / Seconds:0} bytes per bot-second"));
        Assert.That(PeakMegabytes(), Is.LessThan(6000));
    }

    /// <summary>A packet of every channel, and the maximum number of pings.</summary>
    private static void Receive(SessionFigures bot, Instant now, Random random)
    {
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            int bytes = random.Next(9_000, 60_000);
            bot.Received(bytes, now);
            bot.Carried(channel, bytes);
        }
        for (int i = 0; i < PingsPerSecond; i++)
            bot.PingAnswered(Duration.FromMilliseconds(20 + (50 * random.NextDouble())));
    }

    private static double PeakMegabytes()
    {
        using Process process = Process.GetCurrentProcess();
        return process.PeakWorkingSet64 / 1e6;
    }
}
