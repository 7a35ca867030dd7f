using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region;

/// <summary>The counters of a region.</summary>
/// <param name="Stalls">How often the limit on unacknowledged data began to hold a circuit back.</param>
/// <param name="Resends">Number of packets resent.</param>
/// <param name="Updates">Counts of resent object updates.</param>
/// <param name="QueuedDrops">Number of packets refused by a full queue.</param>
/// <param name="MalformedDatagrams">Number of datagrams that could not be parsed.</param>
internal readonly record struct RegionTotals(long Stalls, long Resends, ResendCounts Updates, long QueuedDrops, long MalformedDatagrams)
{
    internal RegionTotals With(Circuit circuit) => this with
    {
        Stalls = Stalls + circuit.Stalls,
        Resends = Resends + circuit.Resends,
        Updates = Updates + circuit.ResentUpdates,
        QueuedDrops = QueuedDrops + Enum.GetValues<Channel>().Sum(channel => circuit.Counters(channel).DroppedFor(DropReason.QueueFull)),
    };
}
