using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>
/// Both ends of a first-person shooter. The defaults are chosen after Quake III with four players: the server's 20 packets a second and
/// 12 to 19 kbit/s to each client were measured in games of two to five players (CAIA report 021220A); 30 packets a second is what its clients send
/// at most unless set otherwise; the sizes are our choice, so that the rates fit.
/// </summary>
public sealed record GameOptions
{
    [Setting("down", Default = "80 ± 30 bytes every 50 ms", Text = "what the server sends, below")]
    public PacketTrain Down { get; init; } = new() { PayloadBytes = 80, PayloadSpreadBytes = 30 };

    [Setting("up", Default = "40 ± 8 bytes every 33 ± 5 ms", Text = "what the client sends, with the same keys")]
    public PacketTrain Up { get; init; } = new()
    {
        Interval = Duration.FromMilliseconds(33),
        Jitter = Duration.FromMilliseconds(5),
        PayloadBytes = 40,
        PayloadSpreadBytes = 8,
    };
}
