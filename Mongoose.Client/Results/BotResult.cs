using System.Text.Json.Serialization;
using Mongoose.Client.Bots;
using Mongoose.Client.Sessions;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Client.Results;

/// <summary>One bot's visit.</summary>
internal sealed record BotResult : HttpTotals
{
    public required string Name { get; init; }

    /// <summary>The bot's number in the whole run, from 0, over all shards; 0 in files of earlier versions.</summary>
    public int Number { get; init; }

    /// <summary>The state at the end of the run.</summary>
    public required BotState State { get; init; }

    public required BotFailure Failure { get; init; }

    /// <summary>The failure as a message for the user; empty if the bot has not failed.</summary>
    public required string Message { get; init; }

    /// <summary>The rate controller in use; empty before a login.</summary>
    public required string Controller { get; init; }

    /// <summary>In seconds from the run's beginning; NaN if it never happened.</summary>
    public required double ArrivedS { get; init; }

    /// <inheritdoc cref="ArrivedS"/>
    public required double OverS { get; init; }

    /// <summary>
    /// From the login until the bot was in its region, retries included; NaN if it never was, and in files of earlier versions.
    /// </summary>
    public double ArrivalMs { get; init; } = double.NaN;

    /// <summary>Logins that failed and were retried; 0 in files of earlier versions.</summary>
    public int LoginRetries { get; init; }

    public required double MeanRequestedKbps { get; init; }
    public required double MeanReceivedKbps { get; init; }
    public required double P50RttMs { get; init; }
    public required double P95RttMs { get; init; }
    public required long BytesReceived { get; init; }
    public required long PacketsReceived { get; init; }
    public required long PacketsLost { get; init; }

    /// <summary>
    /// Packets of <see cref="PacketsLost"/> that arrived late, after three or more that were sent later; 0 in files of earlier versions.
    /// </summary>
    public long PacketsReordered { get; init; }

    public required long LossEvents { get; init; }
    public required long Textures { get; init; }
    public required long Teleports { get; init; }
    public required long FailedTeleports { get; init; }

    /// <summary>
    /// The longest time in seconds that the avatar stood because its region did not send its position; 0 in files of earlier versions.
    /// </summary>
    public double LongestStallS { get; init; }

    /// <summary>Null in merged results: the parts have the seconds.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyOrder(Later)]
    public BotSeries? Seconds { get; init; }

    [JsonIgnore]
    public SequenceCounts Packets => new(PacketsReceived, PacketsLost, PacketsReordered);

    /// <param name="number">The bot's number in the whole run.</param>
    /// <param name="began">When the run began.</param>
    public static BotResult From(Bot bot, int number, Instant began)
    {
        RoundTrips roundTrips = new([bot]);
        BotRates rates = BotRates.From(bot);
        SessionCounters counters = bot.Figures.Counters;
        return new BotResult
        {
            Name = bot.Name,
            Number = number,
            State = bot.State,
            Failure = bot.Failure,
            Message = bot.Message,
            Controller = bot.Figures.Controller?.Name ?? "",
            ArrivedS = (bot.FirstArrival - began)?.Seconds ?? double.NaN,
            OverS = (bot.OverAt - began)?.Seconds ?? double.NaN,
            ArrivalMs = (bot.FirstArrival - bot.StartedAt)?.Milliseconds ?? double.NaN,
            LoginRetries = bot.LoginRetries,
            MeanRequestedKbps = rates.RequestedKbps,
            MeanReceivedKbps = rates.ReceivedKbps,
            P50RttMs = roundTrips.Percentile(0.5),
            P95RttMs = roundTrips.Percentile(0.95),
            BytesReceived = counters.Bytes,
            PacketsReceived = counters.Packets.Received,
            PacketsLost = counters.Packets.Lost,
            PacketsReordered = counters.Packets.Reordered,
            LossEvents = counters.LossEvents,
            Textures = counters.Textures,
            Teleports = counters.Teleports,
            FailedTeleports = counters.FailedTeleports,
            LongestStallS = bot.MaxStall.Seconds,
            Seconds = BotSeries.From(bot.Samples),
        }.With(bot.Http);
    }

    private BotResult With(HttpFigures? http)
    {
        if (http is null)
            return this;
        DelayCounts firstByte = DelayCounts.From(http.FirstByte);
        return this with
        {
            HttpRequests = http.Requests,
            HttpAnswers = http.Answers,
            HttpFailed = http.Failed,
            HttpRetries = http.Retries,
            HttpRepeats = http.Repeats,
            HttpTimeouts = http.Timeouts,
            HttpBytes = http.Bytes,
            MeanHttpKbps = http.Time > Duration.Zero ? DataRate.Of(http.Bytes, http.Time).KilobitsPerSecond : double.NaN,
            P50FirstByteMs = firstByte.Percentile(0.5),
            P95FirstByteMs = firstByte.Percentile(0.95),
        };
    }
}
