using System.Text.Json.Serialization;
using Mongoose.Client.Bots;
using Mongoose.Core.Channels;

namespace Mongoose.Client.Results;

/// <summary>A bot's seconds, as columns of equal length; a value that was not measured is null.</summary>
internal sealed record BotSeries
{
    /// <summary>The end of each second, from the run's beginning.</summary>
    public required double[] Second { get; init; }

    public required double[] RequestedKbps { get; init; }

    /// <summary>UDP payload received in the second.</summary>
    public required double[] ReceivedKbps { get; init; }

    /// <summary>The usable CWND; 0 for controllers without a window.</summary>
    public required double[] WindowBytes { get; init; }

    /// <summary>SSTHRESH.</summary>
    public required double[] SsthreshBytes { get; init; }

    /// <summary>The round trip of the last ping.</summary>
    public required double[] RttMs { get; init; }

    /// <summary>Counted in the second.</summary>
    public required double[] LossEvents { get; init; }

    /// <inheritdoc cref="LossEvents"/>
    public required double[] LostPackets { get; init; }

    /// <summary>Teleports completed in the second.</summary>
    public required double[] Teleports { get; init; }

    /// <summary>Received by HTTP in the second, headers included; null in files of earlier versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double[]? HttpKbps { get; init; }

    /// <summary>UDP payload in the second, by channel; payload that belongs to no channel is "other".</summary>
    public required IReadOnlyDictionary<string, double[]> Bytes { get; init; }

    public static BotSeries From(IReadOnlyList<BotSample> samples)
    {
        return new BotSeries
        {
            Second = Each(sample => sample.Second),
            RequestedKbps = Each(sample => sample.Requested.KilobitsPerSecond),
            ReceivedKbps = Steps((before, after) => BotRates.ReceivedIn(before, after).KilobitsPerSecond),
            WindowBytes = Each(sample => sample.WindowBytes),
            SsthreshBytes = Each(sample => sample.ThresholdBytes),
            RttMs = Each(sample => sample.RoundTrip?.Milliseconds ?? double.NaN),
            LossEvents = Steps((before, after) => after.Counters.LossEvents - before.Counters.LossEvents),
            LostPackets = Steps((before, after) => after.Counters.Packets.Lost - before.Counters.Packets.Lost),
            Teleports = Steps((before, after) => after.Counters.Teleports - before.Counters.Teleports),
            HttpKbps = Steps((before, after) => BotRates.ByHttpIn(before, after).KilobitsPerSecond),
            Bytes = Enum.GetValues<Channel>()
                .Select(channel => (Name: channel.ToString().ToLowerInvariant(),
                    Values: Steps((before, after) => after.Counters.BytesOf(channel) - before.Counters.BytesOf(channel))))
                .Append(("other", Steps((before, after) => after.Counters.OtherBytes - before.Counters.OtherBytes)))
                .ToDictionary(column => column.Item1, column => column.Item2),
        };

        double[] Each(Func<BotSample, double> value) => samples.Select(value).ToArray();

        double[] Steps(Func<BotSample, BotSample, double> value) =>
            samples.Select((sample, i) => value(i == 0 ? default : samples[i - 1], sample)).ToArray();
    }
}
