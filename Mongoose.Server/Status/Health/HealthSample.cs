using Mongoose.Core.Status.Health;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Health;

/// <summary>The health of the process and its regions at one moment.</summary>
/// <param name="Process">The process; null if its figures could not be read.</param>
/// <param name="Totals">Figures of the process that only grow.</param>
/// <param name="Regions">The running regions.</param>
internal sealed record HealthSample(
    ProcessHealth? Process, ProcessTotals Totals, IReadOnlyDictionary<MongooseUdpServer, RegionSample> Regions)
{
    /// <summary>Before the first sample.</summary>
    public static readonly HealthSample None = new(null, default, new Dictionary<MongooseUdpServer, RegionSample>());

    /// <summary>A region; null if it did not run.</summary>
    public RegionSample? Of(MongooseUdpServer server) => Regions.GetValueOrDefault(server);
}

/// <summary>The health of a region at one moment.</summary>
/// <param name="Health">Its figures; null if they are not known.</param>
/// <param name="Scripts">The objects whose scripts cost most.</param>
/// <param name="Frames">Number of frames since the first sample.</param>
/// <param name="ScriptSeconds">Time that scripts ran since the first sample; null without a script engine.</param>
internal sealed record RegionSample(RegionHealth? Health, IReadOnlyList<ScriptCost> Scripts, long Frames, double? ScriptSeconds);
