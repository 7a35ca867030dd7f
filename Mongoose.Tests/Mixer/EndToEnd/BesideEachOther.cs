namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>
/// The tests of this folder wait more than they work, so they run beside each other. They do not run beside tests of other folders, which
/// keep the processors busy: audio would be late.
/// </summary>
[SetUpFixture]
[Parallelizable(ParallelScope.Children)]
public sealed class BesideEachOther;
