using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.TestKit.Measuring;

/// <summary>
/// A test whose bounds are met by a host that has time for it, see <see cref="MeasuredCommand"/>. A slow host must make the bounds harder
/// to meet, never easier: then a pass is valid on any host. Other preconditions of the claim are stated by <c>Assume</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MeasuredAttribute : NUnitAttribute, IRepeatTest
{
    public TestCommand Wrap(TestCommand command) => new MeasuredCommand(command, () => new HostWatch());
}
