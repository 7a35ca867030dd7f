using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class OpenSimFolderTests
{
    private TemporaryDirectory _bin = null!;

    [SetUp]
    public void MakeBin()
    {
        _bin = new TemporaryDirectory();
        foreach (string file in (string[])[
            "OpenSim.dll", "OpenSim.runtimeconfig.json", "OpenSimDefaults.ini", "config-include/StandaloneCommon.ini.example",
            "config-include/Standalone.ini", "lib64/native.so", "assets/a.j2c",
            "OpenSim.ini", "OpenSim.log", "asset.db", "addin-db-004/x", "Regions/Mine.ini", "config/Mine.ini", "addon-modules/Other/x.dll",
            "Mongoose.Server.dll"])
        {
            string path = Path.Combine(_bin.Path, file);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, file);
        }
    }

    [TearDown]
    public void DeleteBin() => _bin.Dispose();

    private OpenSimFolder Make(params ModuleFile[] module) => OpenSimFolder.Make(
        new OpenSimOptions
        {
            Bin = OpenSimBin.At(_bin.Path),
            Users = 2,
            Module = module,
            ExtraIni = "[Map]\nGenerateMaptiles = true\n[Mongoose]\nEnabled = true"
        },
        ports: [9123], "secret");

    [Test]
    public void It_has_the_files_that_OpenSim_needs_but_no_data_of_the_installations_own_grid()
    {
        using OpenSimFolder folder = Make();
        foreach (string needed
            in (string[])["OpenSim.dll", "OpenSimDefaults.ini", "config-include/StandaloneCommon.ini", "lib64/native.so", "assets/a.j2c"])
            Assert.That(File.Exists(folder.File(needed)), needed);
        foreach (string other in (string[])["OpenSim.log", "asset.db", "addin-db-004", "Regions/Mine.ini", "config/Mine.ini",
            "addon-modules/Other", "Mongoose.Server.dll"])
            Assert.That(Path.Exists(folder.File(other)), Is.False, other);
        Assert.That(new FileInfo(folder.File("OpenSim.dll")).LinkTarget, Is.Null,
            "with a link, the runtime would run in the installation itself");
    }

    [Test]
    public void It_has_its_own_configuration()
    {
        using OpenSimFolder folder = Make();
        Assert.That(File.ReadAllText(folder.File("OpenSim.ini")),
            Does.Contain("PublicPort = \"9123\"").And.Contain("config-include/Standalone.ini"));
        Assert.That(File.ReadAllText(folder.File("Regions/Regions.ini")),
            Does.Contain("InternalPort = 9123").And.Contain("InternalAddress = 127.0.0.1"));
        string overrides = File.ReadAllText(folder.File("config/testbed.ini"));
        Assert.That(overrides, Does.Contain("physics = basicphysics").And.Contain("client_throttle_max_bps = 1000000")
            .And.Contain("ConsolePass = \"secret\"").And.Contain("Cap_GetTexture = \"\""));
        Assert.That(overrides, Does.Contain("GenerateMaptiles = true").And.Not.Contain("GenerateMaptiles = false"),
            "the caller's text wins");
        Assert.That(overrides, Does.Contain("[Mongoose]\n    Enabled = true"));
        Assert.That(File.ReadAllLines(folder.File("startup_commands.txt")),
            Has.Length.EqualTo(2).And.All.Match("^create user Viewer [12] \\S+ \\S+ \\S+ \"\"$"));
    }

    [Test]
    public void A_module_is_copied_over_it_and_the_installation_is_not_modified()
    {
        string[] before = Snapshot();
        using (TemporaryDirectory release = new())
        {
            Directory.CreateDirectory(Path.Combine(release.Path, "config"));
            File.WriteAllText(Path.Combine(release.Path, "config", "Mongoose.ini"), "ours");
            File.WriteAllText(Path.Combine(release.Path, "README.md"), "no");
            Assert.That(ModuleFile.TreeOf(release.Path), Is.Empty, "no module, no files");
            File.WriteAllText(Path.Combine(release.Path, ModuleFile.Assembly), "ours");
            using OpenSimFolder folder = Make(ModuleFile.TreeOf(release.Path));
            Assert.That(File.ReadAllText(folder.File(ModuleFile.Assembly)), Is.EqualTo("ours"));
            Assert.That(File.ReadAllText(folder.File("config/Mongoose.ini")), Is.EqualTo("ours"));
            Assert.That(File.Exists(folder.File("README.md")), Is.False);
            folder.Dispose();
            Assert.That(Directory.Exists(folder.Path), Is.False);
        }
        Assert.That(Snapshot(), Is.EqualTo(before));
    }

    [Test]
    public void A_directory_that_is_not_a_bin_is_rejected_with_the_missing_file()
    {
        File.Delete(Path.Combine(_bin.Path, "OpenSimDefaults.ini"));
        Assert.That(() => OpenSimBin.At(_bin.Path), Throws.InstanceOf<OpenSimException>().With.Message.Contains("OpenSimDefaults.ini"));
    }

    private string[] Snapshot() => Directory.EnumerateFiles(_bin.Path, "*", SearchOption.AllDirectories).Order()
        .Select(file => $"{file} {File.ReadAllText(file)} {File.GetLastWriteTimeUtc(file):O}").ToArray();
}
