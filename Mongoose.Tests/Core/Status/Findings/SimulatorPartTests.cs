using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>What operators read of the parts of a simulator.</summary>
public sealed class SimulatorPartTests
{
    private static readonly SimulatorPart[] Parts = Enum.GetValues<SimulatorPart>();

    [Test]
    public void Every_part_has_words_of_its_own()
    {
        Assert.That(Parts.Select(part => part.Title()), Is.Unique.And.All.Not.Empty);
        Assert.That(() => ((SimulatorPart)Parts.Length).Title(), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void The_title_of_a_finding_is_the_cause_s_with_the_part_s()
    {
        Finding slow = new() { Cause = Cause.Simulator, Part = SimulatorPart.Threads, Sentence = "", Advice = "" };
        Assert.That(slow.Title, Is.EqualTo($"{Cause.Simulator.Title}: waiting threads"));
        Assert.That((slow with { Cause = Cause.Host, Part = null }).Title, Is.EqualTo(Cause.Host.Title));
    }
}
