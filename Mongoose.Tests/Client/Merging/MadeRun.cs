using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Merging;

/// <summary>A made-up run: what a bot measures depends on its number only, so that every split of the bots adds up to the same.</summary>
internal sealed record MadeRun(int Bots, int Seconds = 3, int Seed = 1)
{
    public static readonly DateTimeOffset Start = new(2026, 11, 26, 14, 0, 0, TimeSpan.Zero);

    /// <summary>The part of one shard, which began a number of seconds late.</summary>
    public BotRunResult Part(int shard, int shards, double late = 0)
    {
        Shard own = new(shard, shards);
        BotResult[] bots = Enumerable.Range(0, own.SizeOf(Bots)).Select(i => Bot(own.NumberOf(i))).ToArray();
        DelayCounts roundTrips = DelayCounts.From(bots.SelectMany(bot => RoundTrips(bot.Number)));
        BotHistograms histograms = new()
        {
            RoundTripMs = roundTrips,
            ArrivalMs = DelayCounts.From(bots.Select(bot => Duration.FromMilliseconds(bot.ArrivalMs))),
            TimerLatenessMs = DelayCounts.From(Enumerable.Repeat(Duration.FromMilliseconds(0.5), 1000)),
        };
        double max = bots.SelectMany(bot => RoundTrips(bot.Number)).Max(delay => delay.Milliseconds);
        RoundTripFigures figures = new(roundTrips.Percentile(0.5), roundTrips.Percentile(0.95), roundTrips.Percentile(0.99), max);
        return new BotRunResult
        {
            EngineVersion = "1.0",
            Host = new BotHost { Name = $"web{shard}", CpuModel = "a processor", Cores = 2 },
            StartedAt = Start.AddSeconds(late),
            Command = $"mongoose-bot --shard {own}",
            Request = Request(own),
            LengthS = Seconds + 1,
            Interrupted = false,
            Summary = RunSummary.From(bots, figures, histograms) with { CpuCores = 0.25, PeakMemoryMB = 64 },
            Failures = BotRunResult.FailuresOf(bots),
            Thresholds = [],
            Histograms = histograms,
            OverTime = OverTime(bots),
            Bots = bots,
        };
    }

    /// <summary>The part of one shard, with other options.</summary>
    public BotRunResult PartOf(int shard, int shards, Func<BotRequest, BotRequest> change)
    {
        BotRunResult part = Part(shard, shards);
        return part with { Request = change(part.Request) };
    }

    public BotRunResult[] Parts(int shards) => Enumerable.Range(0, shards).Select(shard => Part(shard, shards)).ToArray();

    private BotRequest Request(Shard shard) => RecordedValue.Unknown() with
    {
        Shard = shard,
        StartAt = Start,
        LoginUri = "http://127.0.0.1:9000/",
        Accounts = new AccountOptions { Count = Bots },
        Length = Duration.FromSeconds(Seconds),
        Seed = Seed,
    };

    private BotResult Bot(int number)
    {
        Random random = new(Seed + number);
        return new BotResult
        {
            Name = $"Test Bot{number}",
            Number = number,
            State = BotState.Left,
            Failure = BotFailure.None,
            Message = "",
            Controller = "windowTracking",
            ArrivedS = 0.25,
            OverS = Seconds,
            ArrivalMs = random.Next(20, 400),
            MeanRequestedKbps = 1000,
            MeanReceivedKbps = random.Next(100, 1000),
            P50RttMs = 50,
            P95RttMs = 100,
            BytesReceived = random.Next(10_000, 1_000_000),
            PacketsReceived = random.Next(1000, 10_000),
            PacketsLost = random.Next(0, 100),
            LossEvents = random.Next(0, 10),
            Textures = random.Next(0, 10),
            Teleports = 1,
            FailedTeleports = 0,
            Seconds = Series(random),
        };
    }

    private BotSeries Series(Random random)
    {
        return new BotSeries
        {
            Second = Enumerable.Range(1, Seconds).Select(second => (double)second).ToArray(),
            RequestedKbps = Column(),
            ReceivedKbps = Column(),
            WindowBytes = Column(),
            SsthreshBytes = Column(),
            RttMs = Column(),
            LossEvents = Column(),
            LostPackets = Column(),
            Teleports = new double[Seconds],
            HttpKbps = Column(),
            Bytes = Enum.GetValues<Channel>().Select(channel => channel.ToString().ToLowerInvariant()).Append("other")
                .ToDictionary(name => name, _ => Column()),
        };

        double[] Column() => Enumerable.Range(0, Seconds).Select(_ => (double)random.Next(0, 100_000) / 16).ToArray();
    }

    private IEnumerable<Duration> RoundTrips(int number)
    {
        Random random = new(-Seed - number);
        return Enumerable.Range(0, 20 * Seconds).Select(_ => Duration.FromMilliseconds(20 + 100 * random.NextDouble())).ToArray();
    }

    private RunSeries OverTime(BotResult[] bots)
    {
        RunSeries sums = RunSeries.Empty(Seconds);
        foreach (BotSeries bot in bots.Select(bot => bot.Seconds!))
        {
            for (int i = 0; i < Seconds; i++)
            {
                sums.InRegion[i]++;
                sums.RequestedKbps[i] += bot.RequestedKbps[i];
                sums.ReceivedKbps[i] += bot.ReceivedKbps[i];
                sums.LossEvents[i] += bot.LossEvents[i];
                sums.LostPackets[i] += bot.LostPackets[i];
                sums.HttpKbps[i] += bot.HttpKbps![i];
            }
        }
        return sums;
    }
}
