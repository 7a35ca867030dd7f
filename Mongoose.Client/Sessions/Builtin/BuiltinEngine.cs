using Mongoose.Core.Metadata;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>Mongoose's own viewer: exact times of datagrams, and hundreds of sessions on one thread.</summary>
/// <param name="scheduler">All sessions run on its thread.</param>
/// <param name="network">The network of their ports.</param>
/// <param name="grid">Connects to the grid; the engine disposes of it.</param>
internal sealed class BuiltinEngine(IScheduler scheduler, INetwork network, IGridClient grid) : IEngine
{
    public const string EngineName = "builtin";

    public string Version { get; } = BuildVersion.Of(typeof(BuiltinEngine).Assembly);

    public IBotSession Open(SessionPlan plan, ISessionListener listener) => new BuiltinSession(scheduler, network, grid, plan, listener);

    public void Dispose() => grid.Dispose();
}
