using Mongoose.Core.Status.Health;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Health;

/// <summary>The health of the process and of its regions in the last second. Not thread-safe.</summary>
internal interface IHealthSource
{
    /// <summary>The process; null if its figures could not be read.</summary>
    ProcessHealth? Process { get; }

    /// <summary>A region; null if its figures could not be read.</summary>
    RegionHealth? Of(MongooseUdpServer server);

    /// <summary>The objects of a region whose scripts cost most time, the first most; up to ten.</summary>
    IReadOnlyList<ScriptCost> Scripts(MongooseUdpServer server);
}
