using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Simulators.Causes.Visitors;

/// <summary>A visitor, as a set-up wants it.</summary>
internal sealed record VisitorPlan
{
    /// <summary>A line that limits nobody.</summary>
    public static readonly LinkOptions WideLine = Line(40);

    /// <summary>The line of the visitor's address; visitors of one line have one address.</summary>
    public required int LineNumber { get; init; }

    /// <summary>The bandwidth in the viewer's preferences, in Mbit/s.</summary>
    public double Asks { get; init; } = 4;

    /// <summary>What the visitor loads by its circuit, in Mbit/s; null: as much as arrives.</summary>
    public double? Loads { get; init; } = 1;

    /// <summary>How its viewer acks.</summary>
    public AckManner Acks { get; init; }

    /// <summary>The way from the uplink to the visitor.</summary>
    public LinkOptions Down { get; init; } = WideLine;

    /// <summary>A line of a rate in Mbit/s with 20 ms each way and a queue of half a second.</summary>
    public static LinkOptions Line(double megabits)
    {
        DataRate rate = DataRate.FromMegabitsPerSecond(megabits);
        return new LinkOptions
        {
            Rate = rate,
            Delay = Duration.FromMilliseconds(20),
            Queue = new QueueOptions { Limit = QueueLimit.OfBytes(Math.Max(32_000, (long)(rate.BytesPerSecond / 2))) },
        };
    }
}
