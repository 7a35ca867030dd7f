using System.Reflection;

namespace Mongoose.Tests.Simulators;

/// <summary>Tests of real OpenSims that measure have the host for themselves, and the others run beside each other.</summary>
public sealed class MeasuredFixtureTests
{
    private static readonly Type[] OpenSimFixtures = typeof(OpenSimFixture).Assembly.GetTypes()
        .Where(type => !type.IsAbstract && type.Namespace == typeof(OpenSimFixture).Namespace && Tests(type).Any()).ToArray();

    private static readonly Type[] SharingFixtures = OpenSimFixtures.Where(typeof(OpenSimFixture).IsAssignableFrom).ToArray();

    [TestCaseSource(nameof(OpenSimFixtures))]
    public void A_fixture_of_a_real_OpenSim_runs_alone_exactly_if_it_measures(Type fixture) =>
        Assert.That(fixture.IsDefined(typeof(NonParallelizableAttribute), inherit: false), Is.EqualTo(Tests(fixture).Any(IsMeasured)));

    /// <summary>By default a fixture's tests would run beside each other too.</summary>
    [TestCaseSource(nameof(SharingFixtures))]
    public void The_tests_of_a_fixture_that_share_an_OpenSim_run_one_after_another(Type fixture) => Assert.That(
        fixture.GetCustomAttributes<ParallelizableAttribute>(inherit: false).Select(attribute => attribute.Scope),
        Is.EqualTo(new[] { ParallelScope.Self }).Or.EqualTo(new[] { ParallelScope.None }));

    private static IEnumerable<MethodInfo> Tests(Type type) => type.GetMethods().Where(method =>
        method.IsDefined(typeof(TestAttribute)) || method.IsDefined(typeof(TestCaseAttribute))
            || method.IsDefined(typeof(TestCaseSourceAttribute)));

    private static bool IsMeasured(MethodInfo method) => method.IsDefined(typeof(MeasuredAttribute));
}
