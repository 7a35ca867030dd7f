using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;

namespace Mongoose.Testbed.Gateways;

/// <summary>The settings of a home gateway between two emulated hosts on this machine.</summary>
internal sealed record GatewayOptions
{
    /// <summary>Rate towards the home.</summary>
    public DataRate Down { get; init; } = DataRate.FromMegabitsPerSecond(12);

    /// <summary>Rate from the home.</summary>
    public DataRate Up { get; init; } = DataRate.FromMegabitsPerSecond(1);

    /// <summary>Round-trip time with empty queues; half of it applies in each direction.</summary>
    public Duration BaseRtt { get; init; } = Duration.FromMilliseconds(40);

    /// <summary>The queue in front of each of the two transmitters.</summary>
    public QueueOptions Queue { get; init; } = new() { Discipline = QueueDisciplines.FqCodel };

    /// <summary>How the windows of flows towards the home are limited; null: they are not.</summary>
    public ClampOptions? Clamp { get; init; }

    /// <summary>Whether TCP on the hosts negotiates ECN.</summary>
    public bool Ecn { get; init; }

    /// <summary>The time between two readings.</summary>
    public Duration Interval { get; init; } = Duration.FromSeconds(1);

    /// <summary>How long the gateway runs; null: until it is interrupted.</summary>
    public Duration? Length { get; init; }

    public TunNetworkOptions Network => new()
    {
        Links =
        [
            new()
            {
                Down = new LinkOptions { Rate = Down, Delay = BaseRtt / 2, Queue = Queue, Seed = 1 },
                Up = new LinkOptions { Rate = Up, Delay = BaseRtt / 2, Queue = Queue, Seed = 2 },
                DownClamp = Clamp,
            },
        ],
        Ecn = Ecn,
    };
}
