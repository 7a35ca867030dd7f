
namespace Mongoose.Tests.Client.Deploy;

/// <summary>Wrong options and hosts of deploy/parallel/run are named before anything is sent.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class ParallelOptionTests
{
    private readonly TemporaryDirectory _folder = new();

    [OneTimeSetUp]
    public void Require() => HostProgram.SkipWithout("bash", "env", "kill", "setsid", "ssh", "parallel");

    [OneTimeTearDown]
    public void Delete() => _folder.Dispose();

    [TestCase("alice@one two", "\"alice@one two\": allowed are lines such as alice@host or 2/alice@host")]
    [TestCase("0/alice@one", "\"0/alice@one\": allowed are lines such as alice@host or 2/alice@host")]
    [TestCase("-oProxyCommand=id", "\"-oProxyCommand=id\": allowed are lines such as alice@host or 2/alice@host")]
    [TestCase("# alice@one", "no host is in it")]
    [TestCase("one\n2/one", "one is there twice; for two parts on it, write 2/one")]
    public async Task A_wrong_line_of_the_hosts_is_named(string lines, string problem)
    {
        using RecipeRun run = Start(lines, "--");
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Usage));
        Assert.That(run.Printed, Does.StartWith($"run: {_folder.Path}/hosts: {problem}\n"));
    }

    [TestCase("--shards", "4", "", "run: --shards 4: the hosts take 1 to 3 parts")]
    [TestCase("--shards", "x", "", "run: --shards x: allowed are whole numbers up to 999999")]
    [TestCase("--hostz", "x", "", "run: --hostz is no option: see run --help")]
    [TestCase("--ini", "/nowhere/bots.ini", "", "run: --ini /nowhere/bots.ini cannot be read")]
    [TestCase("--copy", "/proc/sys", "", "run: --copy /proc/sys has no mongoose-bot.dll: unpack the tools package, "
        + "or build Mongoose.Client")]
    [TestCase("--limit", "5", "--json=x", "run: --json=x: this script sets it")]
    [TestCase("--limit", "5", "--csv", "run: --csv: this script sets it")]
    [TestCase("--limit", "5", "--inifile", "run: --inifile: write it before --")]
    [TestCase("--limit", "5", "--fail-if", "run: --fail-if: write it before --")]
    public async Task A_wrong_option_is_named(string name, string value, string botOption, string problem)
    {
        using RecipeRun run = Start("alice@one\n2/two", name, value, "--", botOption);
        Assert.That(await run.Finish(), Is.EqualTo(ExitCode.Usage));
        Assert.That(run.Printed, Does.StartWith(problem));
    }

    private RecipeRun Start(string hosts, params string[] options)
    {
        File.WriteAllText(Path.Combine(_folder.Path, "hosts"), hosts);
        return new RecipeRun("parallel", Path.Combine(_folder.Path, "results"), [],
            ["--hosts", Path.Combine(_folder.Path, "hosts"), .. options]);
    }
}
