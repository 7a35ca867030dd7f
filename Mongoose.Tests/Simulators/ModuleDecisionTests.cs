using System.Net;
using Mongoose.Client.Viewers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mono.Cecil;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// The server that a region gets, and the log lines, for valid and invalid configurations. Each test has an OpenSim of its own.
/// </summary>
[Category("OpenSim")]
public sealed class ModuleDecisionTests : InTemporaryDirectory
{
    private const string ModuleIni = "config/Mongoose.ini";

    private OpenSimBin _bin = null!;

    [SetUp]
    public void FindBin() => _bin = InstalledOpenSim.FindOrSkip();

    [Test]
    public void Without_a_required_member_stock_is_used_and_one_error_line_names_the_member()
    {
        const string assembly = "OpenSim.Region.ClientStack.LindenUDP.dll";
        string changed = Path.Combine(Folder, assembly);
        using (AssemblyDefinition udp = AssemblyDefinition.ReadAssembly(Path.Combine(_bin.Directory, assembly)))
        {
            udp.MainModule.GetType("OpenSim.Region.ClientStack.LindenUDP.LLUDPClient").Fields
                .Single(field => field.Name == "m_packetOutboxes").Name = "m_outboxes";
            udp.Write(changed);
        }
        using OpenSimInstance grid = Start("[Mongoose]\nEnabled = true\n", new ModuleFile(changed, assembly));
        string[] errors = grid.Errors();
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.Contain("[MONGOOSE]").And.Contain("LLUDPClient.m_packetOutboxes"));
        Assert.That(Status(grid), Does.Contain("off,").And.Contain("m_packetOutboxes").And.Not.Contain("Testbed"));
        Assert.That(grid.Console.Ask("mongoose enable"), Has.Some.Contains("Mongoose serves no region"));
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.EqualTo(errors));
    }

    [Test]
    public void When_disabled_one_line_reports_it_and_stock_is_used()
    {
        using OpenSimInstance grid = Start("[Mongoose]\nEnabled = false\n");
        AssertIsOff(grid);
        AssertServes(grid);
    }

    [Test]
    public void Without_a_section_it_is_off_too()
    {
        using OpenSimInstance grid = Start("", new ModuleFile(Write("; nothing"), ModuleIni));
        AssertIsOff(grid);
        AssertServes(grid);
    }

    [Test]
    public void Its_own_file_wins_over_OpenSim_ini()
    {
        int port = FreePort.OfTcpAndUdp();
        string own = File.ReadAllText(ModuleFixture.Module().Single(file => file.Target == ModuleIni + ".example").Source);
        string enabled = own.Replace("; Enabled = false", "Enabled = true", StringComparison.Ordinal);
        Assert.That(enabled, Is.Not.EqualTo(own));
        using OpenSimInstance grid = Start("", port,
            new ModuleFile(Write(enabled), ModuleIni),
            new ModuleFile(Write(OpenSimIni.Addresses(IPAddress.Loopback, port) + "[Mongoose]\nEnabled = false\nBurstMs = 40\n"),
                "OpenSim.ini"));
        Assert.That(Status(grid), Does.Contain(": on,").And.Contain("Testbed"));
        Assert.That(grid.Console.Ask("mongoose show config"), Has.Some.Match(@"BurstMs\s*:?\s*40"),
            "a key that its own file does not set comes from OpenSim.ini");
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.Empty);
    }

    [Test]
    public void OpenSim_ini_alone_enables_it()
    {
        int port = FreePort.OfTcpAndUdp();
        using OpenSimInstance grid = Start("", port,
            new ModuleFile(Write(OpenSimIni.Addresses(IPAddress.Loopback, port) + "[Mongoose]\nEnabled = true\n"), "OpenSim.ini"));
        Assert.That(Status(grid), Does.Contain(": on,").And.Contain("Testbed"));
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.Empty);
    }

    [Test]
    public void Every_invalid_value_is_named_in_one_warning_and_its_default_is_used()
    {
        (string Key, string Value, string Allowed, string Used)[] bad =
        [
            ("Order", "fast", "sparse, roundRobin", "sparse"),
            ("Lending", "perhaps", "auto, true, false, yes, no, on, off, 1, 0", "auto"),
            ("BurstMs", "0", "1 to 1000 ms", "25"),
            ("CriticalBurstMs", "long", "1 to 1000 ms", "100"),
            ("MaxCircuitKbps", "49", "0, or 50 to 100000 kbit/s", "0"),
            ("MinWindowKB", "8", "16 to 4096 KB, whole numbers", "64"),
            ("MaxWindowKB", "99999999999", "16 to 16384 KB, whole numbers", "1024"),
            ("WindowSlackMs", "-1", "0 to 5000 ms", "500"),
            ("TaskAheadMs", "NaN", "1 to 1000 ms", "5"),
            ("TextureAheadMs", "1,5", "1 to 1000 ms; write 1.5, with a decimal point", "40"),
        ];
        using OpenSimInstance grid =
            Start("[Mongoose]\nEnabled = true\n" + string.Concat(bad.Select(line => $"{line.Key} = {line.Value}\n")));
        string[] warnings = grid.Log().Where(line =>
            line.Contains("[MONGOOSE]", StringComparison.Ordinal) && line.Contains(" WARN", StringComparison.Ordinal)).ToArray();
        Assert.That(warnings, Has.Length.EqualTo(bad.Length), string.Join('\n', warnings));
        foreach ((string key, string value, string allowed, string used) in bad)
            Assert.That(warnings, Has.One.EndsWith($"[Mongoose] {key} = {value}: allowed are {allowed}; using {used}"));
        Assert.That(Status(grid), Does.Contain(": on,").And.Contain("Testbed"));
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.Empty);
    }

    [Test]
    public void A_region_has_a_server_even_if_the_stock_one_is_disabled_by_hand_and_Mongoose_is_off()
    {
        using OpenSimInstance grid = Start("[Mongoose]\nEnabled = maybe\n[Modules]\nSetup_LLUDPServerShim = disabled\n");
        Assert.That(grid.Log(),
            Has.One.EndsWith("[Mongoose] Enabled = maybe: allowed are true, false, yes, no, on, off, 1, 0; using false"));
        AssertIsOff(grid);
        AssertServes(grid);
    }

    [TestCase("disabled")]
    [TestCase("Some.Other.Server")]
    public void With_its_server_shim_excluded_stock_is_used_and_one_error_line_reports_it(string value)
    {
        using OpenSimInstance grid = Start($"[Mongoose]\nEnabled = true\n[Modules]\nSetup_MongooseServerShim = {value}\n");
        string[] errors = grid.Errors();
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.Contain($"off, [Modules] Setup_MongooseServerShim = {value} excludes its UDP server")
            .And.Contain("using stock throttles"));
        AssertServes(grid);
    }

    [Test]
    public void With_its_module_excluded_stock_is_used()
    {
        using OpenSimInstance grid = Start("[Mongoose]\nEnabled = true\n[Modules]\nSetup_Mongoose = disabled\n");
        Assert.That(grid.Log(), Has.None.Contains("[MONGOOSE]"));
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.Empty);
    }

    [Test]
    public void With_an_incomplete_copy_stock_is_used_and_one_error_line_reports_it(
        [Values("Mongoose.Core.dll missing", "Mongoose.Core.dll torn", "Mongoose.Core.dll of another kind")] string fault,
        [Values] bool enabled)
    {
        const string core = "Mongoose.Core.dll";
        List<ModuleFile> files = [.. ModuleFixture.Module().Where(file => file.Target != core)];
        if (!fault.EndsWith("missing", StringComparison.Ordinal))
        {
            string broken = Path.Combine(Folder, core);
            byte[] whole = File.ReadAllBytes(ModuleFixture.Module().Single(file => file.Target == core).Source);
            File.WriteAllBytes(broken, fault.EndsWith("torn", StringComparison.Ordinal)
                ? whole[..(whole.Length / 3)]
                : "not an assembly"u8.ToArray());
            files.Add(new ModuleFile(broken, core));
        }
        using OpenSimInstance grid =
            OpenSimInstance.Start(new OpenSimOptions { Bin = _bin, Module = [.. files], ExtraIni = $"[Mongoose]\nEnabled = {enabled}\n" });
        string[] errors = grid.Errors();
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.Contain("[MONGOOSE]: off, this copy of Mongoose is incomplete").And.Contain("using stock throttles")
            .And.Contain("Mongoose.Core"));
        AssertServes(grid);
        Assert.That(grid.Errors(), Is.EqualTo(errors));
    }

    [Test]
    public void A_switch_may_be_yes_as_in_OpenSim_and_the_nearest_key_is_suggested_for_an_unknown_one()
    {
        using OpenSimInstance grid = Start("[Mongoose]\nEnabled = yes\nBorstMs = 30\n");
        Assert.That(Status(grid), Does.Contain(": on,").And.Contain("Testbed"));
        Assert.That(grid.Log(), Has.One.Contains("[Mongoose] BorstMs: unknown key; did you mean BurstMs?"));
        AssertServes(grid);
    }

    private OpenSimInstance Start(string ini, params ModuleFile[] changed) => Start(ini, port: 0, changed);

    private OpenSimInstance Start(string ini, int port, params ModuleFile[] changed) => OpenSimInstance.Start(new OpenSimOptions
    {
        Bin = _bin,
        Port = port,
        Module = [.. ModuleFixture.Module(), .. changed],
        ExtraIni = ini,
    });

    private string Write(string text)
    {
        string file = Path.Combine(Folder, $"{Guid.NewGuid()}.ini");
        File.WriteAllText(file, text);
        return file;
    }

    private static void AssertIsOff(OpenSimInstance grid)
    {
        string[] lines = grid.Log().Where(line =>
            line.Contains("[MONGOOSE]", StringComparison.Ordinal) && line.Contains(" INFO", StringComparison.Ordinal)).ToArray();
        Assert.That(lines, Has.Length.EqualTo(1), string.Join('\n', lines));
        Assert.That(lines[0], Does.Contain("off, [Mongoose] Enabled is not true; using stock throttles"));
        Assert.That(Status(grid), Does.Contain("off, [Mongoose] Enabled is not true").And.Not.Contain("Testbed"));
        Assert.That(grid.Errors(), Is.Empty);
    }

    /// <summary>Asserts that a viewer can arrive and receives textures.</summary>
    private void AssertServes(OpenSimInstance grid)
    {
        Guid[] textures = LibraryTextures.Read(_bin).OrderBy(texture => texture.Bytes).Take(8).Select(texture => texture.Id).ToArray();
        using RealTimeLoop loop = new("viewers");
        using (GridVisit visit = GridVisit.Begin(loop, grid, 1, new ViewerOptions { Textures = textures }))
            Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted == textures.Length, OpenSimFixture.Patience),
                $"textures; {visit}");
        Assert.That(UdpSockets(grid.Port), Is.EqualTo(1));
    }

    private static int UdpSockets(int port) =>
        System.Net.NetworkInformation.IPGlobalProperties.GetIPGlobalProperties().GetActiveUdpListeners().Count(end => end.Port == port);

    private static string Status(OpenSimInstance grid) => string.Join('\n', grid.Console.Ask("mongoose show status"));
}
