using System.Text.RegularExpressions;
using Mongoose.Simulators.Compatibility;

namespace Mongoose.Tests.Packages;

/// <summary>The tools, unpacked into an empty folder and run there without the checkout.</summary>
[Category("Process")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Slow("publishes all programs")]
public sealed class ToolsPackageTests
{
    private const int Deadline = 120_000;

    private TemporaryDirectory _tools = null!;

    [OneTimeSetUp]
    public void Unpack() => _tools = MadePackages.Unpack("tools");

    [OneTimeTearDown]
    public void Delete() => _tools.Dispose();

    [Test, CancelAfter(Deadline)]
    public async Task The_testbed_runs_the_demo_in_simulated_time(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await Run("mongoose-testbed.dll", deadline, "run", "demo", "--clock", "sim");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        Assert.That(output, Does.Contain("Goodput, kbit/s"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_testbed_checks_an_installation_against_the_module_that_it_brings(CancellationToken deadline)
    {
        // It has every public member, and no hidden one.
        (int code, string output, _) = await Run("mongoose-testbed.dll", deadline, "check", "--bin", Built.References);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output,
            Does.Match($@"^Mongoose\.Server\.dll {Regex.Escape(MadePackages.Checkout.Version)}(\+[0-9a-f]{{9}})? against "));
    }

    [Test, CancelAfter(Deadline)]
    public async Task Every_program_states_the_version(
        [Values("mongoose-testbed.dll", "mongoose-bot.dll", "mongoose-mixer.dll")] string program, CancellationToken deadline)
    {
        (int code, string output, _) = await Run(program, deadline, "--version");
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.Match($@"^{MadePackages.Checkout.Version}(\+[0-9a-f]+)?\s*$"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_mixer_knows_the_schema_of_the_set_ups_beside_it(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await Run("mongoose-mixer.dll", deadline, "schema");
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        Assert.That(output, Is.EqualTo(File.ReadAllText(Path.Combine(_tools.Path, "config", "mixer", "mixer.schema.json"))));
    }

    [Test]
    public void The_scripts_for_several_machines_can_be_executed([Values("parallel", "kubernetes", "slurm")] string recipe)
    {
        string script = Path.Combine(_tools.Path, "deploy", recipe, "run");
        Assert.That(script, Does.Exist);
        if (!OperatingSystem.IsWindows())
            Assert.That(File.GetUnixFileMode(script) & UnixFileMode.UserExecute, Is.Not.Zero);
    }

    [Test]
    public void The_module_in_bin_is_that_of_its_own_package()
    {
        string[] module = MadePackages.Names("tools").Where(name => name.StartsWith("bin/", StringComparison.Ordinal)).ToArray();
        Assert.That(module, Is.EquivalentTo(MadePackages.Names("opensim").Select(name => "bin/" + name)));
        Assert.That(new InstalledModule(Path.Combine(_tools.Path, "bin")).Problems, Is.Empty);
    }

    [Test]
    public void Every_library_in_it_is_named_in_the_notices()
    {
        string notices = File.ReadAllText(Path.Combine(_tools.Path, "THIRD-PARTY-NOTICES.md"));
        string[] libraries = Directory.GetFiles(_tools.Path, "*.dll").Select(path => Path.GetFileName(path))
            .Where(name => !name.StartsWith("mongoose", StringComparison.OrdinalIgnoreCase)).ToArray();
        Assert.That(libraries, Is.Not.Empty);
        foreach (string library in libraries)
            Assert.That(notices,
                Does.Contain(library.StartsWith("Mono.Cecil", StringComparison.Ordinal) ? "`Mono.Cecil*.dll`" : $"`{library}`"));
    }

    private async Task<(int Code, string Output, string[] Errors)> Run(string program, CancellationToken deadline,
        params string[] arguments)
    {
        using ProgramProcess process = new(_tools.Path, [], arguments, Path.Combine(_tools.Path, program));
        return await process.Finish(deadline);
    }
}
