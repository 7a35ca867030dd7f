using Mongoose.Core.Units;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using NUnit.Framework.Internal.Commands;

namespace Mongoose.Tests.Source.Measuring;

/// <summary>The rule for judging tests that measure, on simulated hosts.</summary>
public sealed class MeasuredCommandTests
{
    private static readonly HostReading Quiet = new() { LateP99 = Duration.FromMilliseconds(0.3), Stolen = 0, Others = 0.01, Idle = 0.5 };

    private static readonly HostReading Busy = Quiet with { Others = 0.4 };

    private static void Passes(TestResult result) => result.SetResult(ResultState.Success);

    private static void Fails(TestResult result) => result.SetResult(ResultState.Failure, "204 kbit/s of 483");

    private static void FailsAssumption(TestResult result) => result.SetResult(ResultState.Inconclusive, "no backlog");

    private static void Throws(TestResult result) => throw new InvalidOperationException("no answer");

    private static void FailsInTearDown(TestResult result)
    {
        Fails(result);
        result.RecordTearDownException(new InvalidOperationException("an ERROR in OpenSim.log"));
    }

    [Test]
    public void A_pass_is_a_pass_on_any_host()
    {
        Assert.That(Run((Passes, Quiet)).ResultState, Is.EqualTo(ResultState.Success));
        Assert.That(Run((Passes, Busy)).ResultState, Is.EqualTo(ResultState.Success));
    }

    [Test]
    public void Two_failures_on_a_quiet_host_are_a_failure()
    {
        TestResult result = Run((Fails, Quiet), (Fails, Quiet));
        Assert.That(result.ResultState, Is.EqualTo(ResultState.Failure));
        Assert.That(result.Message, Does.StartWith("204 kbit/s of 483").And.Contain("on a quiet host: late p99"));
    }

    [Test]
    public void A_failure_on_a_quiet_host_followed_by_a_pass_is_a_pass() =>
        Assert.That(Run((Fails, Quiet), (Passes, Busy)).ResultState, Is.EqualTo(ResultState.Success));

    [Test]
    public void An_unmet_assumption_on_a_quiet_host_is_a_failure_too()
    {
        TestResult result = Run((FailsAssumption, Quiet), (Fails, Quiet));
        Assert.That(result.ResultState, Is.EqualTo(ResultState.Failure));
        Assert.That(result.Message, Does.StartWith("no backlog").And.Contain("and again: 204 kbit/s of 483"));
    }

    [Test]
    public void A_failure_on_a_busy_host_is_retried()
    {
        Assert.That(Run((Fails, Busy), (FailsAssumption, Busy), (Passes, Busy)).ResultState, Is.EqualTo(ResultState.Success));
        Assert.That(Run((FailsAssumption, Busy), (Passes, Quiet)).ResultState, Is.EqualTo(ResultState.Success));
    }

    [Test]
    public void A_failure_on_a_quiet_host_without_a_later_pass_is_a_failure()
    {
        Assert.That(Run((Fails, Busy), (Fails, Busy), (Fails, Quiet)).ResultState, Is.EqualTo(ResultState.Failure));
        Assert.That(Run((Fails, Quiet), (Fails, Busy), (Fails, Busy)).ResultState, Is.EqualTo(ResultState.Failure));
    }

    [Test]
    public void Without_a_quiet_attempt_the_test_is_skipped_with_the_reason()
    {
        TestResult result = Run((Fails, Busy), (FailsAssumption, Busy), (Fails, Busy));
        Assert.That(result.ResultState, Is.EqualTo(ResultState.Ignored));
        Assert.That(result.Message, Does.StartWith("inconclusive: 40.0 % of the processors' time was used by other processes (10.0 % is "
            + "good); then 204 kbit/s of 483")
            .And.Contain("and again: ").And.Contain("no backlog"));
    }

    [Test]
    public void An_exception_is_a_failure_on_any_host()
    {
        TestResult result = Run((Throws, Busy));
        Assert.That(result.ResultState, Is.EqualTo(ResultState.Error));
        Assert.That(result.Message, Does.Contain("no answer"));
        Assert.That(Run((FailsInTearDown, Busy)).ResultState, Is.EqualTo(ResultState.Error));
    }

    [Test]
    public void The_output_of_every_attempt_is_kept()
    {
        string output = Run((result => { result.OutWriter.WriteLine("first"); Fails(result); }, Busy),
            (result => { result.OutWriter.WriteLine("second"); Passes(result); }, Quiet)).Output;
        Assert.That(output, Does.Match("(?s)first.*others 40.0 %.*204 kbit/s of 483.*second.*others 1.0 %"));
    }

    [Test]
    public void Skipped_tests_are_not_attempted_again() =>
        Assert.That(Run((result => result.SetResult(ResultState.Ignored, "no OpenSimulator"), Busy)).Message,
            Is.EqualTo("no OpenSimulator"));

    /// <summary>Runs exactly these attempts, each on its host.</summary>
    private static TestResult Run(params (Action<TestResult> Outcome, HostReading Host)[] attempts)
    {
        Test test = TestExecutionContext.CurrentContext.CurrentTest;
        TestExecutionContext context = new() { CurrentTest = test, CurrentResult = test.MakeTestResult() };
        Queue<Action<TestResult>> outcomes = new(attempts.Select(attempt => attempt.Outcome));
        Queue<HostReading> hosts = new(attempts.Select(attempt => attempt.Host));
        TestResult result = new MeasuredCommand(new Scripted(test, outcomes), () => new MadeUpHost(hosts.Dequeue())).Execute(context);
        Assert.That(outcomes, Is.Empty, "attempts that were not made");
        return result;
    }

    private sealed class MadeUpHost(HostReading reading) : IHostWatch
    {
        public HostReading Stop() => reading;
    }

    private sealed class Scripted(Test test, Queue<Action<TestResult>> outcomes) : TestCommand(test)
    {
        public override TestResult Execute(TestExecutionContext context)
        {
            outcomes.Dequeue()(context.CurrentResult);
            return context.CurrentResult;
        }
    }
}
