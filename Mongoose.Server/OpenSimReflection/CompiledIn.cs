using Mongoose.Core.Metadata;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.Framework.Scenes;

[assembly: CompiledIn(typeof(MeasuresOfInterest), nameof(MeasuresOfInterest.None), (int)MeasuresOfInterest.None)]
[assembly: CompiledIn(typeof(MeasuresOfInterest), nameof(MeasuresOfInterest.AverageChangeOverTime),
    (int)MeasuresOfInterest.AverageChangeOverTime)]
[assembly: CompiledIn(typeof(PriorityQueue), nameof(PriorityQueue.NumberOfImmediateQueues), PriorityQueue.NumberOfImmediateQueues)]
[assembly: CompiledIn(typeof(StatType), nameof(StatType.Pull), (int)StatType.Pull)]
[assembly: CompiledIn(typeof(StatVerbosity), nameof(StatVerbosity.Info), (int)StatVerbosity.Info)]
[assembly: CompiledIn(typeof(ThrottleOutPacketTypeFlags), nameof(ThrottleOutPacketTypeFlags.Task), (int)ThrottleOutPacketTypeFlags.Task)]
[assembly: CompiledIn(typeof(Watchdog), nameof(Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS), Watchdog.DEFAULT_WATCHDOG_TIMEOUT_MS)]
