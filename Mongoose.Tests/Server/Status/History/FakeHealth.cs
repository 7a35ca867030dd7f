using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Tests.Status.History;

/// <summary>A process that is well, and regions whose frames are in time, until a test changes them.</summary>
internal sealed class FakeHealth : IHealthSource
{
    public ProcessHealth? Process { get; set; } = new ProcessHealth { UsedCores = 1, AllowedCores = 2, HostCores = 2 };

    public RegionHealth Region { get; set; } = new()
    {
        TargetFrame = Duration.FromMilliseconds(90),
        Frame = Duration.FromMilliseconds(90),
        Dilation = 1,
    };

    public IReadOnlyList<ScriptCost> Costs { get; set; } = [];

    public RegionHealth? Of(MongooseUdpServer server) => Region;

    public IReadOnlyList<ScriptCost> Scripts(MongooseUdpServer server) => Costs;
}
