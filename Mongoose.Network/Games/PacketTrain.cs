using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>What one end of a game sends: small datagrams at a steady rate.</summary>
public sealed record PacketTrain : ISettingRules
{
    /// <summary>The most that fits 1500 bytes.</summary>
    public const int MostPayloadBytes = 1472;

    [Setting("intervalMs", Min = 0.1, Max = 10_000, Unit = "ms", Default = "as above", Text = "from one datagram to the next")]
    public Duration Interval { get; init; } = Duration.FromMilliseconds(50);

    [Setting("jitterMs", Min = 0, Max = 10_000, Unit = "ms", Range = "0 to `intervalMs`", Default = "as above; 0 with `intervalMs`", Text = "at random, from its time in the rhythm, to both sides")]
    public Duration Jitter { get; init; } = Duration.Zero;

    [Setting("payloadBytes", Min = GameDatagram.HeaderBytes, Max = MostPayloadBytes, Unit = "bytes", Default = "as above", Text = "the mean")]
    public int PayloadBytes { get; init; } = 80;

    [Setting("payloadSpreadBytes", Min = 0, Max = MostPayloadBytes, Unit = "bytes", Range = "so that payloads stay in that range", Default = "as above; 0 with `payloadBytes`", Text = "at random, from the mean, to both sides")]
    public int PayloadSpreadBytes { get; init; }

    /// <summary>Without a key of its own, what is at random beside another key is none.</summary>
    object ISettingRules.Finish(ISettingReport report)
    {
        PacketTrain train = this with
        {
            Jitter = report.Has("intervalMs") && !report.Has("jitterMs") ? Duration.Zero : Jitter,
            PayloadSpreadBytes = report.Has("payloadBytes") && !report.Has("payloadSpreadBytes") ? 0 : PayloadSpreadBytes,
        };
        if (train.Jitter > Interval)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(Interval.Milliseconds)} ms, no more than intervalMs");
        int most = Math.Min(PayloadBytes - GameDatagram.HeaderBytes, MostPayloadBytes - PayloadBytes);
        if (train.PayloadSpreadBytes > most)
            report.Problem("payloadSpreadBytes", $"allowed are 0 to {most} with payloadBytes {PayloadBytes}");
        return train;
    }

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        if (Interval <= Duration.Zero)
            throw new ArgumentException($"game, interval {Interval}: allowed is above 0");
        if (Jitter < Duration.Zero || Jitter > Interval)
            throw new ArgumentException($"game, jitter {Jitter}: allowed are 0 to the interval, {Interval}");
        if (PayloadSpreadBytes < 0 || PayloadBytes - PayloadSpreadBytes < GameDatagram.HeaderBytes || PayloadBytes + PayloadSpreadBytes > MostPayloadBytes)
            throw new ArgumentException(
                $"game, payload {PayloadBytes} ± {PayloadSpreadBytes} bytes: allowed are {GameDatagram.HeaderBytes} to {MostPayloadBytes} bytes");
    }
}
