using log4net;
using Mongoose.Server.Regions;
using OpenMetaverse.StructuredData;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests;

/// <summary>The decision when OpenSim starts, and the server that its regions get.</summary>
public sealed class MongooseModuleTests
{
    [TestCase("true"), TestCase("Yes"), TestCase("on"), TestCase("1")]
    public void When_enabled_it_serves_the_regions_instead_of_the_stock_server(string enabled)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", enabled));
        Assert.That(rig.IsStockServerOff, Is.True);
        Assert.That(LogBook.Lines[0], Does.StartWith("INFO [MONGOOSE]: on, order sparse, lending on, exact refill (Mongoose "));
        Assert.That(LogBook.Lines.Skip(1),
            Is.EqualTo(new[] { "INFO [MONGOOSE]: downloads by HTTP are paced too; [Mongoose] HttpPacing = off turns that off" }));
        Scene scene = rig.AddRegion();
        Assert.That(rig.Servers(scene).Single(), Is.InstanceOf<MongooseUdpServer>());
        Assert.That(RunningServers.All, Is.EqualTo(rig.Servers(scene)));
        Assert.That(rig.Servers(scene).Single().IsRunningOutbound, Is.True);
        rig.RemoveRegion(scene);
        Assert.That(RunningServers.All, Is.Empty);
    }

    [TestCase("false"), TestCase("no"), TestCase("off"), TestCase("0"), TestCase("")]
    public void When_not_enabled_it_changes_nothing_and_the_stock_server_is_used(string enabled)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", enabled));
        Assert.That(rig.Source.Configs["Modules"], Is.Null);
        Assert.That(LogBook.Lines[^1], Does.StartWith("INFO [MONGOOSE]: off, [Mongoose] Enabled is not true; using stock throttles"));
        AssertStockServes(rig);
    }

    [Test]
    public void Without_a_section_it_is_off()
    {
        using ModuleRig rig = new();
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1));
        AssertStockServes(rig);
    }

    [Test]
    public void Unknown_keys_and_invalid_values_cause_warnings()
    {
        using ModuleRig rig = new(("Mongoose.Enabeld", "true"), ("Mongoose.BurstMs", "0"));
        string[] warnings = LogBook.Lines.Where(line => line.StartsWith("WARN", StringComparison.Ordinal)).ToArray();
        Assert.That(warnings[0], Is.EqualTo("WARN [MONGOOSE]: [Mongoose] BurstMs = 0: allowed are 1 to 1000 ms; using 25"));
        Assert.That(warnings[1..].Single(),
            Does.StartWith("WARN [MONGOOSE]: [Mongoose] Enabeld: unknown key; did you mean Enabled? Allowed are BurstMs, "));
        Assert.That(rig.IsStockServerOff, Is.False);
    }

    [TestCase("mongoose"), TestCase("MONGOOSE"), TestCase("Mongose"), TestCase("Moongose"), TestCase(" Mongoose")]
    public void A_section_whose_name_is_nearly_right_is_one_warning_that_names_the_right_one(string section)
    {
        using ModuleRig rig = new(($"{section}.Enabled", "true"), ("Modules.Setup_Other", "disabled"));
        Assert.That(LogBook.Lines[0], Is.EqualTo($"WARN [MONGOOSE]: section [{section}] is not read: write [Mongoose]"));
        Assert.That(LogBook.Lines, Has.Count.EqualTo(2).And.Some.StartsWith("INFO [MONGOOSE]: off, [Mongoose] Enabled is not true"));
    }

    [Test]
    public void A_key_with_other_capitals_is_not_read_and_causes_a_warning()
    {
        using ModuleRig rig = new(("Mongoose.enabled", "true"));
        Assert.That(LogBook.Lines[0], Does.StartWith("WARN [MONGOOSE]: [Mongoose] enabled: unknown key; did you mean Enabled? "));
        Assert.That(rig.IsStockServerOff, Is.False);
    }

    [Test]
    public void The_line_of_a_region_has_the_limits_in_force_and_the_keys_that_set_them()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        rig.AddRegion("Plaza");
        Assert.That(LogBook.Lines, Has.One.EqualTo("INFO [MONGOOSE]: serves region Plaza, UDP port 9000; "
            + "at most 5120 kbit/s per visitor (client_throttle_max_bps),"
            + " no limit for the region (scene_throttle_max_bps)"));
    }

    [Test]
    public void The_line_of_a_region_names_MaxCircuitKbps_where_it_replaces_OpenSim_s_limit()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("Mongoose.MaxCircuitKbps", "20000"),
            ("ClientStack.LindenUDP/scene_throttle_max_bps", "2500000"), ("ClientStack.LindenUDP/client_throttle_max_bps", "0"));
        rig.AddRegion("Plaza");
        Assert.That(LogBook.Lines,
            Has.One.Contains("; at most 20000 kbit/s per visitor (MaxCircuitKbps), 20000 kbit/s for the region (scene_throttle_max_bps)"));
        Assert.That(LogBook.Lines, Has.None.StartsWith("WARN"), "the stock limit is not in force");
    }

    [TestCase("0", 6250, 50)]
    [TestCase("100", 6250, 50)]
    [TestCase("5000000", 1_000_000, 8000)]
    [TestCase("5M", 640_000, 5120)]
    public void A_limit_of_a_client_that_OpenSim_does_not_use_is_one_warning_for_all_regions(string given, int bytes, int kilobits)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("ClientStack.LindenUDP/client_throttle_max_bps", given));
        rig.AddRegion("Plaza");
        rig.AddRegion("Harbour");
        Assert.That(LogBook.Lines.Where(line => line.StartsWith("WARN", StringComparison.Ordinal)).Single(), Does.StartWith(
            $"WARN [MONGOOSE]: [ClientStack.LindenUDP] client_throttle_max_bps = {given} is not used: "
                + $"each visitor gets at most {bytes} bytes/s, {kilobits} kbit/s. ")
            .And.Contain("0 does not mean \"no limit\""));
    }

    [TestCase("6250"), TestCase("187500"), TestCase("1000000"), TestCase("")]
    public void A_limit_of_a_client_that_OpenSim_uses_is_no_warning(string given)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("ClientStack.LindenUDP/client_throttle_max_bps", given));
        rig.AddRegion("Plaza");
        Assert.That(LogBook.Lines, Has.None.StartsWith("WARN"));
    }

    [TestCase("disabled")]
    [TestCase("Other.Shim")]
    [TestCase("9000/Other.Shim")]
    public void A_key_that_excludes_its_own_server_is_an_error_and_the_stock_server_is_used(string setup)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("Modules.Setup_MongooseServerShim", setup));
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1).And.All.StartsWith(
            $"ERROR [MONGOOSE]: off, [Modules] Setup_MongooseServerShim = {setup} excludes its UDP server: "
                + "remove that key; using stock throttles"));
        Assert.That(rig.IsStockServerOff, Is.False);
        AssertStockServes(rig);
    }

    [Test]
    public void An_error_reports_that_both_servers_are_excluded()
    {
        using ModuleRig rig = new(
            ("Mongoose.Enabled", "true"), ("Modules.Setup_MongooseServerShim", "disabled"), ("Modules.Setup_LLUDPServerShim", "disabled"));
        Assert.That(LogBook.Lines.Single(), Does.Contain(
            "the regions have no UDP server, because Setup_LLUDPServerShim = disabled excludes the stock server too"));
    }

    [TestCase("Mongoose.Server.MongooseServerShim")]
    [TestCase("9000/Mongoose.Server.MongooseServerShim")]
    public void A_key_that_names_the_class_itself_excludes_nothing(string setup)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("Modules.Setup_MongooseServerShim", setup));
        Assert.That(rig.IsStockServerOff, Is.True);
    }

    [Test]
    public void If_the_stock_server_is_disabled_by_hand_Mongoose_s_shim_starts_it()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "false"), ("Modules.Setup_LLUDPServerShim", "disabled"));
        AssertStockServes(rig);
    }

    [Test]
    public void The_simulator_features_announce_Mongoose_to_viewers([Values] bool enabled)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", enabled ? "true" : "false"));
        Scene scene = RegionRig.NewScene();
        Features features = new();
        scene.Modules.Add(features);
        rig.Module.RegionLoaded(scene);
        Assert.That(features.Names, Is.EqualTo(enabled ? new[] { "mongoose" } : []));
        Assert.That(() => rig.Module.RegionLoaded(RegionRig.NewScene()), Throws.Nothing, "a region without simulator features");
    }

    [TestCase(0, "5120")]
    [TestCase(2500, "2500")]
    public void The_simulator_features_announce_the_maximum_rate_that_the_region_grants(int maxCircuitKbps, string expected)
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"), ("Mongoose.MaxCircuitKbps", $"{maxCircuitKbps}"));
        Scene scene = rig.AddRegion();
        Features features = new();
        scene.Modules.Add(features);
        rig.Module.RegionLoaded(scene);
        Assert.That(features.MaxRateKbps, Is.EqualTo(expected));
    }

    [Test]
    public void Each_region_has_its_own_server_and_thread()
    {
        using ModuleRig rig = new(("Mongoose.Enabled", "true"));
        Scene[] scenes = [rig.AddRegion("One"), rig.AddRegion("Two")];
        Assert.That(RunningServers.All.Select(server => server.Scene.Name), Is.EqualTo(new[] { "One", "Two" }));
        rig.RemoveRegion(scenes[0]);
        Assert.That(RunningServers.All.Select(server => server.Scene.Name), Is.EqualTo(new[] { "Two" }));
        Assert.That(OpenSim.Framework.Monitoring.Watchdog.Threads, Has.None.Contains("(One)"));
    }

    [Test]
    public void It_has_the_name_that_OpenSim_s_keys_use()
    {
        Assert.That((new MongooseModule().Name, new MongooseServerShim().Name), Is.EqualTo(("Mongoose", "MongooseServerShim")));
        Assert.That(new MongooseModule().ReplaceableInterface, Is.Null);
    }

    private static void AssertStockServes(ModuleRig rig)
    {
        Scene scene = rig.AddRegion();
        Assert.That(rig.Servers(scene).Select(server => server.GetType()), Is.EqualTo(new[] { typeof(LLUDPServer) }));
        Assert.That(rig.Servers(scene).Single().StockThreads, Is.EqualTo(1));
        rig.RemoveRegion(scene);
    }

    private sealed class Features : ISimulatorFeaturesModule
    {
        public List<string> Names { get; } = [];

        public string? MaxRateKbps { get; private set; }

        public void AddOpenSimExtraFeature(string name, OSD value)
        {
            MaxRateKbps = ((OSDMap)value)["max_rate_kbps"]?.ToString();
            Assert.That(((OSDMap)value)["version"].ToString(), Is.EqualTo(Decision.Version));
            Names.Add(name);
        }
    }
}
