using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Testbed.Region.Circuits;

namespace Mongoose.Testbed.Region;

/// <summary>What a region counts.</summary>
/// <param name="Stalls">Times that the limit on unacked data began to hold a circuit back.</param>
/// <param name="Resends">Packets sent again.</param>
/// <param name="QueuedDrops">Packets that a full queue refused.</param>
/// <param name="MalformedDatagrams">Datagrams that could not be read.</param>
internal readonly record struct RegionTotals(long Stalls, long Resends, long QueuedDrops, long MalformedDatagrams)
{
    internal RegionTotals With(Circuit circuit)
    {
        long drops = 0;
        for (Channel channel = Channel.Resend; channel <= Channel.Asset; channel++)
            drops += circuit.Counters(channel).Dropped(DropReason.QueueFull);
        return this with { Stalls = Stalls + circuit.Stalls, Resends = Resends + circuit.Resends, QueuedDrops = QueuedDrops + drops };
    }
}
