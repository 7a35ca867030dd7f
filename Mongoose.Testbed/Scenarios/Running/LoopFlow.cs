using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>A flow that lives on another thread than its owner's.</summary>
internal sealed class LoopFlow(RealTimeLoop loop, IFlow flow) : IFlow
{
    public void Start() => loop.Invoke(flow.Start);

    public void Stop() => loop.Invoke(flow.Stop);

    public void Finish(FlowRecord record) => loop.Invoke(() => flow.Finish(record));
}
