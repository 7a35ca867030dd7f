using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.Tests.Measuring;

/// <summary>
/// A test whose bounds are met by a host that has time for it, see <see cref="MeasuredCommand"/>. Its bounds must be such that a slow host makes them
/// harder to meet, never easier: then a pass is a pass on any host. What the claim depends on besides the host is stated by <c>Assume</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class MeasuredAttribute : NUnitAttribute, IRepeatTest
{
    public TestCommand Wrap(TestCommand command) => new MeasuredCommand(command, () => new HostWatch());
}
