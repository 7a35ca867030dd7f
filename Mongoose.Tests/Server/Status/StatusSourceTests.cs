using Mongoose.Core.Units;
using Mongoose.Server.Status;

namespace Mongoose.Server.Tests.Status;

/// <summary>When the figures are sampled.</summary>
public sealed class StatusSourceTests
{
    [TestCase(10.003, ExpectedResult = 11, Description = "in time")]
    [TestCase(10.4, ExpectedResult = 11, Description = "a little late")]
    [TestCase(11.3, ExpectedResult = 11.8, Description = "no two samples within a few milliseconds")]
    [TestCase(15, ExpectedResult = 15.5, Description = "what was missed is not made up for")]
    public double The_next_sample_is_a_second_after_the_last_was_due_and_never_at_once(double ended) =>
        StatusSource.NextSample(Instant.FromSeconds(10), Instant.FromSeconds(ended)).Nanoseconds / 1e9;
}
