using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.Measuring;

public sealed class HostReadingTests
{
    private static readonly HostReading Good = new()
    {
        LateP99 = HostReading.LatestP99,
        Stalled = HostReading.MaxStalled,
        Stolen = HostReading.MaxStolen,
        Others = HostReading.MaxOthers,
        Idle = HostReading.MinIdle,
    };

    [Test]
    public void At_its_limits_a_host_is_quiet() => Assert.That(Good.Trouble, Is.Null);

    [Test]
    public void Missing_figures_are_taken_as_good() =>
        Assert.That(new HostReading { LateP99 = Duration.FromMilliseconds(0.1) }.Trouble, Is.Null);

    [Test]
    public void Beyond_any_limit_it_is_not_and_the_trouble_is_described() => Assert.Multiple(() =>
    {
        Assert.That((Good with { LateP99 = Duration.FromMilliseconds(6.8) }).Trouble,
            Is.EqualTo("threads woke up to 6.8 ms late (p99; 2 ms is good)"));
        Assert.That((Good with { Stalled = 0.02 }).Trouble,
            Is.EqualTo("2.0 % of the time threads were more than 25 ms late (0.5 % is good)"));
        Assert.That((Good with { Stolen = 0.03 }).Trouble,
            Is.EqualTo("3.0 % of the processors' time was stolen by the hypervisor (2.0 % is good)"));
        Assert.That((Good with { Others = 0.5 }).Trouble,
            Is.EqualTo("50.0 % of the processors' time was used by other processes (10.0 % is good)"));
        Assert.That((Good with { Idle = 0.01 }).Trouble, Is.EqualTo("1.0 % of the processors' time was idle (5.0 % is good)"));
    });

    [Test]
    public void All_troubles_are_reported() =>
        Assert.That((Good with { Others = 0.5, Idle = 0.01 }).Trouble, Does.Contain("other processes").And.Contain("was idle"));
}
