using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;

namespace Mongoose.Testbed.Gateways;

/// <summary>A home gateway between two hosts of this machine.</summary>
internal sealed record GatewayOptions
{
    /// <summary>To the home.</summary>
    public DataRate Down { get; init; } = DataRate.FromMegabitsPerSecond(12);

    /// <summary>From the home.</summary>
    public DataRate Up { get; init; } = DataRate.FromMegabitsPerSecond(1);

    /// <summary>Of the way without queues; half of it each way.</summary>
    public Duration BaseRtt { get; init; } = Duration.FromMilliseconds(40);

    /// <summary>Before both transmitters.</summary>
    public QueueOptions Queue { get; init; } = new() { Discipline = QueueDisciplines.FqCodel };

    /// <summary>Whether the hosts' TCP asks for ECN.</summary>
    public bool Ecn { get; init; }

    /// <summary>Between two looks at the queues.</summary>
    public Duration Interval { get; init; } = Duration.FromSeconds(1);

    /// <summary>How long it stands; null until it is interrupted.</summary>
    public Duration? Length { get; init; }

    public TunNetworkOptions Network => new()
    {
        Down = new LinkOptions { Rate = Down, Delay = BaseRtt / 2, Queue = Queue, Seed = 1 },
        Up = new LinkOptions { Rate = Up, Delay = BaseRtt / 2, Queue = Queue, Seed = 2 },
        Ecn = Ecn,
    };
}
