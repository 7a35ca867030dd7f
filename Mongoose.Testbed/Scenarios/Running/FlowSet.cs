using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>All flows of one run with their records: starts and stops them at their times.</summary>
internal sealed class FlowSet
{
    /// <summary>The stream of random numbers that start times are drawn from.</summary>
    private const long StartStream = -1;

    private readonly List<(FlowGroup Group, FlowRecord Record, IFlow Flow)> _flows = [];

    /// <summary>Creates all flows, and has them started and stopped by the scheduler.</summary>
    public FlowSet(Scenario scenario, long seed, IScheduler scheduler, Instant origin, IFlowFactory factory)
    {
        SeededRandom random = new(seed, StartStream);
        foreach (FlowGroup group in scenario.Flows)
        {
            int member = 0;
            foreach (string name in group.Members)
            {
                FlowRecord record = new(scenario, group, name);
                IFlow flow = factory.Create(group, ++member, record);
                _flows.Add((group, record, flow));
                scheduler.At(origin + group.Start + group.StartSpread * random.NextDouble(), flow.Start);
                if (group.Stop is { } stop)
                    scheduler.At(origin + stop, flow.Stop);
            }
        }
    }

    /// <summary>Ends the flows that still go, and returns all records by group.</summary>
    public IReadOnlyList<FlowGroupRecord> Finish()
    {
        foreach ((FlowGroup group, FlowRecord record, IFlow flow) in _flows)
        {
            flow.Finish(record);
            if (group.Stop is null)
                flow.Stop();
        }
        return _flows.GroupBy(flow => flow.Group)
            .Select(group => new FlowGroupRecord(group.Key.Name, group.Select(flow => flow.Record).ToArray()) { Path = group.Key.Path }).ToArray();
    }
}
