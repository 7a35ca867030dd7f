using System.Text.RegularExpressions;

namespace Mongoose.Tests.Source.Measuring;

/// <summary>A test that needs a program of the host is skipped where the program is missing, and never fails for that reason.</summary>
public sealed partial class HostProgramTests
{
    [Test]
    public void A_missing_program_is_named_with_the_command_that_installs_it() =>
        Assert.That(HostProgram.HowToInstall("ip", "tc", "sshd"), Is.EqualTo("no ip, tc, sshd: apt install iproute2 openssh-server"));

    [Test]
    public void A_test_knows_the_packages_of_each_program_that_it_starts()
    {
        string[] started =
            [.. Sources().SelectMany(source => Starts().Matches(source.Text)).Select(match => match.Groups[1].Value).Distinct()];
        Assert.That(started, Has.Length.GreaterThan(9));
        Assert.That(started.Where(program => !HostProgram.IsKnown(Path.GetFileName(program))), Is.Empty);
    }

    /// <summary>There, the exception that skips the test would be the one that the assertion judges.</summary>
    [Test]
    public void No_test_is_skipped_within_an_assertion() =>
        Assert.That(Sources().Where(source => SkipWithinAssertion().IsMatch(source.Text)).Select(source => source.Path), Is.Empty);

    [TestCase("Assert.That(async () => await PrometheusProcess.StartOrSkip(target), Throws.Exception);", true)]
    [TestCase("Assert.That(\n    () => HostProgram.SkipWithout(\"sox\"), Throws.Nothing);", true)]
    [TestCase("Assert.ThrowsAsync<IOException>(() => PrometheusProcess.StartOrSkip(target));", true)]
    [TestCase("Assert.That(await Promtool.RunOrSkip(\"\"), Is.EqualTo(0));", false)]
    [TestCase("Assert.That(() => Read(), Throws.Nothing);\nHostProgram.SkipWithout(\"sox\");", false)]
    public void Skips_within_assertions_are_recognised(string source, bool isSkip) =>
        Assert.That(SkipWithinAssertion().IsMatch(source), Is.EqualTo(isSkip));

    private static IEnumerable<(string Path, string Text)> Sources() =>
        Directory.EnumerateFiles(Path.Combine(Repository.Root(), "Mongoose.Tests"), "*.cs", SearchOption.AllDirectories)
            .Where(path => Path.GetFileName(path) != nameof(HostProgramTests) + ".cs").Select(path => (path, File.ReadAllText(path)));

    [GeneratedRegex("""(?:Process\.Start|ProcessStartInfo|ProcessStartInfo start = new|Outside\.Run|Outside\.Try)\("([^"]+)""")]
    private static partial Regex Starts();

    [GeneratedRegex(@"Assert\.\w+(?:<\w+>)?\(\s*(?:async )?\(\) =>[^;]*(?:OrSkip|SkipWithout|Require\w*)\(")]
    private static partial Regex SkipWithinAssertion();
}
