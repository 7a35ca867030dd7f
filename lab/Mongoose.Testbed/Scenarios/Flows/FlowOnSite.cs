using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A flow that lives on a different thread than its owner.</summary>
internal sealed class FlowOnSite(Site site, IFlow flow) : IFlow
{
    public void Start() => site.Invoke(flow.Start);

    public void Stop() => site.Invoke(flow.Stop);

    public void Finish(FlowRecord record) => site.Invoke(() => flow.Finish(record));
}
