using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Particles;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>The progress of a flow in a run.</summary>
/// <param name="Bytes">Bytes that have reached its receiver.</param>
/// <param name="Particles">
/// Reads the flow's particles, during the call that reports the progress; null for flows of other kinds.
/// </param>
/// <param name="Mixers">Reads the state of the flow's mixers; null for flows of other kinds.</param>
internal sealed record FlowProgress(string Name, long Bytes, Func<ParticleReading>? Particles, Func<MixerReading>? Mixers);
