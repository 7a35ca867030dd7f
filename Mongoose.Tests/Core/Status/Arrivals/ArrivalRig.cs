using Mongoose.Core.Channels;
using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Arrivals;

/// <summary>A visitor who arrives in a log, second by second.</summary>
internal sealed class ArrivalRig
{
    private readonly ArrivalLog _log;
    private readonly int _visitor;
    private PerChannel<long> _udp;
    private LimitCounts _limited;
    private Instant _now;

    /// <param name="log">The log.</param>
    /// <param name="visitor">The circuit's number.</param>
    /// <param name="before">Bytes of objects that the circuit had sent before the arrival.</param>
    public ArrivalRig(ArrivalLog log, int visitor = 1, long before = 0)
    {
        (_log, _visitor) = (log, visitor);
        // Instants order arrivals, like their numbers here.
        _now = Instant.FromSeconds(1000 + visitor);
        _udp[Channel.Task] = before;
        log.Begin(new ArrivalStart(visitor, $"Visitor {visitor}", "Town", _now, 1_700_000_000_000 + visitor)
        {
            Before = new ArrivalTotals(_udp, _limited),
        });
    }

    public Arrival Arrival => _log.Of(_visitor)!;

    /// <summary>Lets seconds pass in each of which the same is sent.</summary>
    /// <param name="seconds">The number of seconds.</param>
    /// <param name="objects">Bytes of objects by UDP.</param>
    /// <param name="textures">Bytes of a texture by HTTP.</param>
    /// <param name="limit">The circuit's limit.</param>
    /// <param name="downloads">The limit of the downloads.</param>
    public ArrivalRig Pass(int seconds, long objects = 0, long textures = 0, LimitedBy limit = LimitedBy.Nothing,
        DownloadLimit downloads = DownloadLimit.Nothing)
    {
        for (int i = 0; i < seconds; i++)
        {
            _now += Duration.FromSeconds(1);
            _udp[Channel.Task] += objects;
            _limited.Add(limit);
            DownloadCosts costs = new();
            if (textures > 0)
                costs.Add(new AssetCost("GetTexture", new Guid(_visitor, 0, 0, new byte[8]), textures, 1));
            _log.Sample(_visitor, new ArrivalTotals(_udp, _limited), costs, downloads, _now);
        }
        return this;
    }

    public void Leave() => _log.Leave(_visitor);
}
