using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Datagrams at a constant rate, which do not respond to anything.</summary>
internal sealed record DatagramOptions : FlowKind, ISettingRules
{
    private const int MinBytes = DatagramPacket.HeaderBytes + GameDatagram.HeaderBytes,
        MaxBytes = DatagramPacket.HeaderBytes + PacketTrain.MaxPayloadBytes;

    [Setting("direction", FlagNames = "down up", Text = "direction of the datagrams")]
    public bool Up { get; init; }

    [Setting("rateKbps", IsRequired = true, Min = 0.1, Max = 1_000_000, Unit = "kbit/s", Text = "rate, with IP and UDP headers")]
    public DataRate Rate { get; init; }

    [Setting("packetBytes", Min = MinBytes, Max = MaxBytes, Unit = "bytes", Text = "packet size, with these headers")]
    public int PacketBytes { get; init; } = 196;

    [Setting("jitterMs", Min = 0, Max = 10_000, Unit = "ms", Range = "0 to the time between packets",
        Text = "maximum random deviation from the planned time, in both directions")]
    public Duration Jitter { get; init; } = Duration.Zero;

    public override string Key => "datagrams";

    /// <summary>The datagrams to send.</summary>
    public PacketTrain Train => new()
    {
        Interval = Rate.TimeToSend(PacketBytes),
        Jitter = Jitter,
        PayloadBytes = PacketBytes - DatagramPacket.HeaderBytes,
    };

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Rate > DataRate.Zero && Jitter > Train.Interval)
            report.Problem("jitterMs", $"allowed are 0 to {SettingValue.Text(Train.Interval.Milliseconds)} ms, the time between packets");
        return this;
    }
}
