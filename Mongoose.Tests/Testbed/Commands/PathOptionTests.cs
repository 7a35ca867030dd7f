using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Tests.Testbed.Commands;

[Parallelizable(ParallelScope.Self)]
public sealed class PathOptionTests
{
    [Test]
    public void An_option_for_a_path_is_refused_if_the_path_is_missing()
    {
        (string Arguments, int Code, string Error)[] answers = PathOptions.WithoutPaths(Failure.Program, TestbedCommand.Create).ToArray();
        Assert.That(answers.Select(answer => answer.Arguments), Is.SupersetOf(new[]
        {
            "--json", "demo --report", "run --csv", "run --out", "matrix --csv", "merge --csv", "report --report", "check --bin",
                "schema --out",
        }));
        Assert.That(answers, Has.All.Matches<(string, int Code, string Error)>(answer =>
            answer.Code == ExitCode.Usage && answer.Error.Contains(" is missing before --x (", StringComparison.Ordinal)));
    }
}
