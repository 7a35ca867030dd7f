using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>
/// Both ends of a first-person shooter. The defaults follow Quake III with four players: the server's 20 packets per second and 12 to 19
/// kbit/s to each client were measured in games of two to five players (CAIA report 021220A); clients send at most 30 packets per second
/// unless configured otherwise; the sizes are chosen to match these rates.
/// </summary>
public sealed record GameOptions
{
    [Setting("down", Default = "80 ± 30 bytes every 50 ms", Text = "the server's datagrams")]
    public PacketTrain Down { get; init; } = new() { PayloadBytes = 80, PayloadSpreadBytes = 30 };

    [Setting("up", Default = "40 ± 8 bytes every 33 ± 5 ms", Text = "the client's datagrams, with the same keys")]
    public PacketTrain Up { get; init; } = new()
    {
        Interval = Duration.FromMilliseconds(33),
        Jitter = Duration.FromMilliseconds(5),
        PayloadBytes = 40,
        PayloadSpreadBytes = 8,
    };
}
