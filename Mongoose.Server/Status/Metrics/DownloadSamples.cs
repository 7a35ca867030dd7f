using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Metrics;
using Mongoose.Server.Downloads;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Metrics;

/// <summary>The values of a region's metrics of downloads by HTTP.</summary>
internal static class DownloadSamples
{
    /// <summary>A figure of each capability that has sent something.</summary>
    public static IEnumerable<Sample> ByCap(DownloadCounters counters, Func<DownloadCount, double> figure) =>
        from cap in Enumerable.Range(0, DownloadCounters.Names.Count)
        let count = counters.Total(cap)
        where count.Bytes > 0
        select new Sample(figure(count), ("cap", DownloadCounters.Names[cap]));

    /// <summary>The visitors who download now, by what limits them. Only "none" is given even if it is 0.</summary>
    public static IEnumerable<Sample> ByLimit(MongooseUdpServer server)
    {
        ILookup<DownloadLimit, DownloadFigures> visitors = server.Circuits.Where(circuit => !circuit.Port.IsChild)
            .Select(server.DownloadsOf).OfType<DownloadFigures>().ToLookup(figures => figures.Limit);
        return from limit in (IEnumerable<DownloadLimit>)[DownloadLimit.Nothing, .. DownloadLimits.All]
               let count = visitors[limit].Count()
               where count > 0 || limit == DownloadLimit.Nothing
               select new Sample(count, ("by", limit.Name()));
    }
}
