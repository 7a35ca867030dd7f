using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>All flows of one run with their records; starts and stops them on time.</summary>
internal sealed class FlowSet
{
    /// <summary>The random number stream of start times.</summary>
    private const long StartStream = -1;

    private readonly List<(FlowGroup Group, FlowRecord Record, IFlow Flow)> _flows = [];

    /// <summary>Creates all flows in the place, and schedules their starts and stops.</summary>
    public FlowSet(Scenario scenario, Place place, IScheduler scheduler)
    {
        SeededRandom random = new(place.Seed, StartStream);
        foreach (FlowGroup group in scenario.Flows)
        {
            int member = 0;
            foreach (string name in group.Members)
            {
                FlowRecord record = new(scenario, group, name);
                IFlow flow = FlowKinds.Create(place, group, ++member, record);
                _flows.Add((group, record, flow));
                scheduler.At(place.Origin + group.Start + group.StartSpread * random.NextDouble(), flow.Start);
                if (group.Stop is { } stop)
                    scheduler.At(place.Origin + stop, flow.Stop);
            }
        }
    }

    /// <summary>The progress of each flow. To be called on a thread that does not belong to a site.</summary>
    public IReadOnlyList<FlowProgress> ProgressAt(Instant now) =>
        _flows.Select(flow => new FlowProgress(flow.Record.Name, flow.Record.DeliveredBytes,
            flow.Record.Particles is { } particles ? () => particles.Read(now) : null, flow.Record.Mixers)).ToArray();

    /// <summary>Ends the flows without a stop time, and returns all records by group.</summary>
    /// <param name="end">The run's end, as time since its start; later data is in no figure.</param>
    public IReadOnlyList<FlowGroupRecord> Finish(Duration end)
    {
        foreach ((FlowGroup group, FlowRecord record, IFlow flow) in _flows)
        {
            record.EndAt(end);
            flow.Finish(record);
            if (group.Stop is null)
                flow.Stop();
        }
        return _flows.GroupBy(flow => flow.Group)
            .Select(group =>
                new FlowGroupRecord(group.Key.Name, group.Select(flow => flow.Record).ToArray()) { Path = group.Key.Path }).ToArray();
    }
}
