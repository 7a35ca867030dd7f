using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>The datagrams that one end of a game sends: small, and at a steady rate.</summary>
public sealed record PacketTrain : ISettingRules
{
    /// <summary>The maximum payload that fits into 1500 bytes.</summary>
    public const int MaxPayloadBytes = 1472;

    [Setting("intervalMs", Min = 0.1, Max = 10_000, Unit = "ms", Default = "as above", Text = "interval between datagrams")]
    public Duration Interval { get; init; } = Duration.FromMilliseconds(50);

    [Setting("jitterMs", Min = 0, Max = 10_000, Unit = "ms", Range = "0 to `intervalMs`", Default = "as above; 0 with `intervalMs`",
        Text = "maximum random deviation from the planned time, in both directions")]
    public Duration Jitter { get; init; } = Duration.Zero;

    [Setting("payloadBytes", Min = GameDatagram.HeaderBytes, Max = MaxPayloadBytes, Unit = "bytes", Default = "as above",
        Text = "mean payload")]
    public int PayloadBytes { get; init; } = 80;

    [Setting("payloadSpreadBytes", Min = 0, Max = MaxPayloadBytes, Unit = "bytes",
        Range = "values that keep payloads in that range", Default = "as above; 0 with `payloadBytes`",
        Text = "maximum random deviation from the mean, in both directions")]
    public int PayloadSpreadBytes { get; init; }

    /// <summary>If only the interval or the payload is given, its random deviation is zero.</summary>
    object ISettingRules.Finish(ISettingReport report)
    {
        PacketTrain train = this with
        {
            Jitter = report.Has("intervalMs") && !report.Has("jitterMs") ? Duration.Zero : Jitter,
            PayloadSpreadBytes = report.Has("payloadBytes") && !report.Has("payloadSpreadBytes") ? 0 : PayloadSpreadBytes,
        };
        if (train.Jitter > Interval)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(Interval.Milliseconds)} ms, no more than intervalMs");
        int max = Math.Min(PayloadBytes - GameDatagram.HeaderBytes, MaxPayloadBytes - PayloadBytes);
        if (train.PayloadSpreadBytes > max)
            report.Problem("payloadSpreadBytes", $"allowed are 0 to {max} with payloadBytes {PayloadBytes}");
        return train;
    }

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        if (Interval <= Duration.Zero)
            throw new ArgumentException($"game, interval {Interval}: allowed is above 0");
        if (Jitter < Duration.Zero || Jitter > Interval)
            throw new ArgumentException($"game, jitter {Jitter}: allowed are 0 to the interval, {Interval}");
        if (PayloadSpreadBytes < 0 || PayloadBytes - PayloadSpreadBytes < GameDatagram.HeaderBytes
            || PayloadBytes + PayloadSpreadBytes > MaxPayloadBytes)
            throw new ArgumentException(
                $"game, payload {PayloadBytes} ± {PayloadSpreadBytes} bytes: "
                + $"allowed are {GameDatagram.HeaderBytes} to {MaxPayloadBytes} bytes");
    }
}
