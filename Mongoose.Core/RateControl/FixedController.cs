using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// Always asks for <see cref="RateControlOptions.UserSetting"/>, or for 500 viewer kbit/s if it is not set, within the options' limits.
/// </summary>
public sealed class FixedController(RateControlOptions options) : IRateController
{
    public const string ControllerName = "fixed";

    private Duration _roundTrip;

    public string Name => ControllerName;

    public DataRate Rate { get; } = options.Clamp(options.UserSetting ?? RateControlOptions.PaperSetting);

    public ControllerState State => new(0, 0, _roundTrip, 0, 0);

    public void OnPacket(in PacketEvent packet)
    {
    }

    public void OnPing(in PingEvent ping) => _roundTrip = ping.Sample;

    public void OnNewCircuit(Instant now) => _roundTrip = Duration.Zero;
}
