using Mongoose.Core.Metadata;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.Framework.Scenes;

[assembly: CompiledIn(typeof(MeasuresOfInterest), nameof(MeasuresOfInterest.None), (int)MeasuresOfInterest.None)]
[assembly: CompiledIn(typeof(MeasuresOfInterest), nameof(MeasuresOfInterest.AverageChangeOverTime),
    (int)MeasuresOfInterest.AverageChangeOverTime)]
[assembly: CompiledIn(typeof(PriorityQueue), nameof(PriorityQueue.NumberOfImmediateQueues), PriorityQueue.NumberOfImmediateQueues)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.ActiveScripts), (int)StatsIndex.ActiveScripts)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.AgentMS), (int)StatsIndex.AgentMS)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.Agents), (int)StatsIndex.Agents)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.ChildAgents), (int)StatsIndex.ChildAgents)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.NetMS), (int)StatsIndex.NetMS)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.OtherMS), (int)StatsIndex.OtherMS)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.PhysicsMS), (int)StatsIndex.PhysicsMS)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.SimFPS), (int)StatsIndex.SimFPS)]
[assembly: CompiledIn(typeof(StatsIndex), nameof(StatsIndex.TotalPrim), (int)StatsIndex.TotalPrim)]
[assembly: CompiledIn(typeof(StatType), nameof(StatType.Pull), (int)StatType.Pull)]
[assembly: CompiledIn(typeof(StatVerbosity), nameof(StatVerbosity.Info), (int)StatVerbosity.Info)]
[assembly: CompiledIn(typeof(ThrottleOutPacketTypeFlags), nameof(ThrottleOutPacketTypeFlags.Task), (int)ThrottleOutPacketTypeFlags.Task)]
[assembly: CompiledIn(typeof(Watchdog), nameof(Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS), Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS)]
