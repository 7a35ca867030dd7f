using System.Security.Cryptography;
using Mongoose.Core.Metadata;
using Mongoose.Simulators.Compatibility;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>The module's files in an OpenSimulator's bin/: each way in which they can be wrong is one line that names the file.</summary>
public sealed class InstalledModuleTests
{
    private const string Server = "Mongoose.Server", Core = "Mongoose.Core";
    private static readonly Version Newer = new(99, 0, 0);

    [Test]
    public void A_bin_without_the_module_has_no_problem()
    {
        using StandIn there = new();
        InstalledModule module = new(there.Directory);
        Assert.That((module.Version, module.Problems.Count), Is.EqualTo(((Version?)null, 0)));
        Assert.That(module.Describe(Newer), Is.EqualTo("Mongoose is not installed there."));
    }

    [Test]
    public void A_complete_module_has_no_problem()
    {
        InstalledModule module = Install(_ => { });
        Assert.That(module.Problems, Is.Empty);
        Assert.That(module.Describe(module.Version!),
            Is.EqualTo($"Mongoose {BuildVersion.Of(typeof(BuildVersion).Assembly)} is installed there."));
    }

    [Test]
    public void An_older_module_is_named_as_such()
    {
        InstalledModule module = Install(there =>
        {
            SetVersion(there, Server, new Version(0, 1, 0, 0));
            SetVersion(there, Core, new Version(0, 1, 0, 0));
        });
        Assert.That(module.Problems, Is.Empty);
        Assert.That(module.Describe(new Version(0, 2, 0, 0)),
            Is.EqualTo("Mongoose 0.1.0 is installed there, older than 0.2.0: unpack the newer package over it."));
    }

    [Test]
    public void DLLs_of_two_versions_are_reported() =>
        AssertOne(there => SetVersion(there, Core, new Version(0, 1, 0, 0)), Server,
            "but Mongoose.Core.dll is 0.1.0: copy both from one package");

    [Test]
    public void A_missing_DLL_is_reported([Values(Server, Core)] string assembly) =>
        AssertOne(there => File.Delete(there.PathOf(assembly)), assembly, "is missing: copy both DLLs from one package");

    [Test]
    public void A_DLL_that_was_cut_off_anywhere_is_reported([Values(0, 0.01, 0.5, 0.9)] double part,
        [Values(Server, Core)] string assembly) => AssertOne(there =>
    {
        byte[] whole = File.ReadAllBytes(there.PathOf(assembly));
        File.WriteAllBytes(there.PathOf(assembly), whole[..(int)(part * whole.Length)]);
    }, assembly, " bytes): unpack the package again");

    [Test]
    public void A_DLL_whose_metadata_is_overwritten_is_reported([Values(Server, Core)] string assembly) => AssertOne(there =>
    {
        byte[] bytes = File.ReadAllBytes(there.PathOf(assembly));
        bytes.AsSpan(bytes.AsSpan().IndexOf("BSJB"u8), 4).Clear();
        File.WriteAllBytes(there.PathOf(assembly), bytes);
    }, assembly, " bytes): unpack the package again");

    [Test]
    [Platform("Linux")]
    public void A_link_to_nothing_is_no_problem_of_the_module() => Assert.That(
        Install(there => File.CreateSymbolicLink(there.PathOf("Dangling"), "/nowhere/Dangling.dll")).Problems, Is.Empty);

    [Test]
    public void A_copy_under_another_name_is_reported() => AssertOne(there =>
        File.Copy(there.PathOf(Server), there.PathOf("Mongoose.Server.old")), "Mongoose.Server.old", "another copy of Mongoose.Server");

    [Test]
    public void A_DLL_that_differs_from_the_packages_sums_is_reported()
    {
        AssertOne(there => WriteSums(there, new string('0', 64)), Core, "is not the file of the package (Mongoose/SHA256SUMS)");
        Assert.That(Install(there =>
            WriteSums(there, Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(there.PathOf(Core)))).ToLowerInvariant()))
            .Problems, Is.Empty);
    }

    [TestCase("")]
    [TestCase("Mongoose.Core.dll\nMongoose.Server.dll\n")]
    [TestCase("0123  Mongoose.Core.dll\n")]
    public void A_list_without_a_sum_is_reported(string list) => Assert.That(
        Install(there => File.WriteAllText(ListIn(there), list)).Problems,
        Has.One.Contains($"Mongoose/SHA256SUMS is damaged or was cut off ({list.Length} bytes): unpack the package again"));

    /// <summary>A folder, because tests may run as root, who may open every file.</summary>
    [Test]
    public void A_list_of_sums_that_cannot_be_read_is_reported() => Assert.That(
        Install(there => Directory.CreateDirectory(ListIn(there))).Problems,
        Has.One.Contains("Mongoose/SHA256SUMS cannot be read by "));

    /// <summary>The checker may be root, who can read every file. The simulator's user may not.</summary>
    [Platform("Linux")]
    [TestCase("Mongoose.Server.dll", "600", "0600")]
    [TestCase("Mongoose.Core.dll", "640", "0640")]
    [TestCase("config/Mongoose.ini", "600", "0600")]
    [TestCase("config", "700", "0700")]
    public void A_file_that_users_of_OpenSimulator_s_files_cannot_read_is_reported(string file, string mode, string shown)
    {
        IReadOnlyList<string> problems = Install(there => SetModes(there, ("OpenSim.Framework.dll", "644"), (file, mode))).Problems;
        Assert.That(problems, Has.Count.EqualTo(1));
        Assert.That(problems[0], Does.Contain($"/{file} has mode {shown} and owner ")
            .And.Contain(", OpenSim.Framework.dll has mode 0644 and owner ")
            .And.Contain(": a simulator that runs as another user cannot read it; chmod a+r"));
    }

    [Test]
    [Platform("Linux")]
    public void A_folder_in_which_all_files_are_for_their_owner_alone_is_no_problem_of_the_module() => Assert.That(
        Install(there => SetModes(there, ("OpenSim.Framework.dll", "600"), ("Mongoose.Server.dll", "600"), ("Mongoose.Core.dll", "600"),
            ("config/Mongoose.ini", "600"), ("config", "700"))).Problems,
        Is.Empty);

    /// <summary>A file that a user may not open is a folder here, because tests may run as root, who may open every file.</summary>
    [Test]
    public void A_DLL_that_the_checker_cannot_read_is_not_called_damaged()
    {
        using StandIn there = new();
        Directory.CreateDirectory(there.PathOf("NotReadable"));
        Assert.That(new AssemblyFile(there.PathOf("NotReadable")).Fault("unpack the package again"),
            Does.EndWith($"NotReadable.dll cannot be read by {Environment.UserName}: give that user permission (chmod a+r)"));
    }

    [Test]
    public void A_DLL_that_cannot_be_read_for_another_reason_gets_no_advice_about_permissions()
    {
        using StandIn there = new();
        Assert.That(new AssemblyFile(there.PathOf("Absent")).Fault("unpack the package again"),
            Does.Contain("Absent.dll cannot be read: ").And.Not.Contain("chmod"));
    }

    [Test]
    [Platform("Linux")]
    public void A_folder_that_cannot_be_written_is_reported() =>
        // Not even root can create files there.
        Assert.That(new InstalledModule("/sys").Problems, Has.One.StartsWith("/sys is not writable for "));

    [Test]
    public void The_folder_is_left_as_it_was()
    {
        using StandIn there = new();
        there.Install();
        string[] before = Directory.GetFileSystemEntries(there.Directory, "*", SearchOption.AllDirectories);
        _ = new InstalledModule(there.Directory);
        Assert.That(Directory.GetFileSystemEntries(there.Directory, "*", SearchOption.AllDirectories), Is.EquivalentTo(before));
    }

    private static InstalledModule Install(Action<StandIn> change)
    {
        using StandIn there = new();
        there.Install();
        change(there);
        return new InstalledModule(there.Directory);
    }

    private static void AssertOne(Action<StandIn> change, string assembly, string problem)
    {
        IReadOnlyList<string> problems = Install(change).Problems;
        Assert.That(problems, Has.Count.EqualTo(1));
        Assert.That(problems[0], Does.Contain($"{assembly}.dll ").And.Contain(problem));
    }

    private static void SetModes(StandIn there, params (string File, string Mode)[] modes)
    {
        string config = Path.Combine(there.Directory, "config");
        Directory.CreateDirectory(config);
        File.WriteAllText(Path.Combine(config, "Mongoose.ini"), "");
        if (OperatingSystem.IsWindows())
            return;
        foreach ((string file, string mode) in modes)
            File.SetUnixFileMode(Path.Combine(there.Directory, file), (UnixFileMode)Convert.ToInt32(mode, 8));
    }

    private static void SetVersion(StandIn there, string assembly, Version version) =>
        there.Change(assembly, module => module.Assembly.Name.Version = version);

    private static void WriteSums(StandIn there, string sum)
    {
        File.WriteAllText(ListIn(there), $"{sum}  Mongoose.Core.dll\n{sum}  config/Mongoose.ini.example\n");
    }

    /// <summary>The path of the list of sums, in a folder that exists.</summary>
    private static string ListIn(StandIn there)
    {
        Directory.CreateDirectory(Path.Combine(there.Directory, "Mongoose"));
        return Path.Combine(there.Directory, PackageSums.FileName);
    }
}
