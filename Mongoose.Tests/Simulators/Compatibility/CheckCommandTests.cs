using System.CommandLine;
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using Mongoose.Simulators.Compatibility;
using Mongoose.Testbed.Commands;

namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>The verb "check": what it prints, and what it returns to scripts.</summary>
public sealed class CheckCommandTests
{
    [Test]
    public void It_returns_0_when_all_matches()
    {
        using StandIn there = new();
        (int code, string output, _) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.Contain(" uses of members match."));
    }

    [Test]
    public void It_returns_1_and_names_what_does_not()
    {
        using StandIn there = new();
        there.Change("OpenSim.Region.ClientStack.LindenUDP",
            module => module.GetType("OpenSim.Region.ClientStack.LindenUDP.LLUDPClient")
                .Fields.Single(field => field.Name == "m_packetOutboxes").Name = "m_outboxes");
        (int code, string output, _) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Contain("OpenSim.Region.ClientStack.LindenUDP.LLUDPClient\n").And.Contain("m_packetOutboxes")
            .And.Contain("1 mismatch in "));
    }

    [Test]
    public void It_returns_2_for_a_directory_or_file_that_is_not_there()
    {
        (int noBin, _, string binError) = Run("--bin", "/nowhere/bin", "--assembly", Built.Module);
        (int noFile, _, string fileError) = Run("--bin", Built.References, "--assembly", "/nowhere/a.dll");
        Assert.That((noBin, noFile), Is.EqualTo((2, 2)));
        Assert.That(binError, Does.Contain("/nowhere/bin"));
        Assert.That(fileError, Does.Contain("/nowhere/a.dll"));
    }

    [Test]
    public void It_returns_2_for_a_folder_that_is_no_installation_and_suggests_the_bin_in_it()
    {
        using TemporaryDirectory root = new();
        Directory.CreateDirectory(Path.Combine(root.Path, "bin"));
        File.WriteAllText(Path.Combine(root.Path, "bin", "OpenSim.Framework.dll"), "");
        (int code, _, string error) = Run("--bin", root.Path, "--assembly", Built.Module);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(error, Is.EqualTo($"mongoose-testbed: --bin {root.Path}: "
            + "neither an OpenSimulator's bin/ (OpenSim.Framework.dll is missing) nor a folder with "
            + $"LibreMetaverse.dll; did you mean {Path.Combine(root.Path, "bin")}?{Environment.NewLine}"));
    }

    [Test]
    public void It_returns_1_when_the_installed_module_has_a_problem_and_0_when_it_has_none()
    {
        using StandIn there = new();
        there.Install();
        (int good, string output, string none) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That((good, none), Is.EqualTo((0, "")));
        Assert.That(output, Does.Match(@"Mongoose \d+\.\d+\.\d+\S* is installed there\.\n$"));

        File.Delete(there.PathOf("Mongoose.Core"));
        (int bad, _, string error) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(bad, Is.EqualTo(1));
        Assert.That(error, Is.EqualTo($"mongoose-testbed: {there.PathOf("Mongoose.Core")} is missing: "
            + $"copy both DLLs from one package{Environment.NewLine}"));
    }

    [Test]
    public void A_damaged_assembly_of_OpenSimulator_is_named([Values(0, 1000, 5000)] int bytes)
    {
        using StandIn there = new();
        string path = there.PathOf("OpenSim.Framework");
        File.WriteAllBytes(path, File.ReadAllBytes(path)[..bytes]);
        (int code, _, string error) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(error,
            Is.EqualTo($"mongoose-testbed: {path} is damaged or was cut off ({bytes} bytes): copy it again{Environment.NewLine}"));
    }

    [Test]
    public void It_compares_the_module_in_a_package()
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        (int code, string output, _) = Run("--bin", there.Directory, "--package", PackageIn(folder));
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.Contain(" uses of members match.\nMongoose is not installed there.\n"));
    }

    [Test]
    public void A_package_that_was_cut_off_anywhere_is_reported_in_one_line([Values(0, 0.1, 0.5, 0.9, 0.999)] double part)
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        string package = PackageIn(folder);
        byte[] whole = File.ReadAllBytes(package);
        File.WriteAllBytes(package, whole[..(int)(part * whole.Length)]);
        (int code, _, string error) = Run("--bin", there.Directory, "--package", package);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(error, Is.EqualTo($"mongoose-testbed: {package} is not a zip, or was cut off ({(int)(part * whole.Length)} bytes): "
            + $"download it again{Environment.NewLine}"));
    }

    [Test]
    public void A_package_whose_files_differ_from_its_sums_is_reported()
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        string package = PackageIn(folder, flip: true);
        (int code, _, string error) = Run("--bin", there.Directory, "--package", package);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(error, Is.EqualTo($"mongoose-testbed: {package} is damaged: download it again{Environment.NewLine}"));
    }

    [Test]
    public void An_assembly_with_damage_anywhere_is_reported_in_one_line([Range(0, 39)] int seed)
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        byte[] damaged = File.ReadAllBytes(Built.Module);
        Random random = new(seed);
        random.NextBytes(damaged.AsSpan(random.Next(damaged.Length - 4096), 4096));
        string path = Path.Combine(folder.Path, "Mongoose.Server.dll");
        File.WriteAllBytes(path, damaged);
        (int code, _, string error) = Run("--bin", there.Directory, "--assembly", path);
        // Damage in code, resources or debugging information leaves the metadata intact.
        Assert.That(error.Split('\n', StringSplitOptions.RemoveEmptyEntries), Has.Length.EqualTo(code == 2 ? 1 : 0), error);
        if (code == 2)
            Assert.That(error, Does.Contain(path));
    }

    [Test]
    public void A_damaged_signature_fills_no_memory()
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        byte[] damaged = File.ReadAllBytes(Built.Module);
        // A method of no parameter, whose result is the declaring type's generic parameter at position 16 777 216.
        byte[] signature = [0x20, 0, 0x13, 0xC1, 0, 0, 0];
        signature.CopyTo(damaged, SignatureOfAMethod(signature.Length));
        string path = Path.Combine(folder.Path, "Mongoose.Server.dll");
        File.WriteAllBytes(path, damaged);
        (int Code, string, string Error) checkedFile = default;
        long bytes = Allocation.FewestBytes(() => checkedFile = Run("--bin", there.Directory, "--assembly", path));
        Assert.That(checkedFile.Code, Is.EqualTo(2));
        Assert.That(checkedFile.Error,
            Is.EqualTo($"mongoose-testbed: {path} is damaged or was cut off ({damaged.Length} bytes): copy it again{Environment.NewLine}"));
        Assert.That(bytes, Is.LessThan(100_000_000));
    }

    [Test]
    public void A_package_without_the_module_is_reported()
    {
        using StandIn there = new();
        using TemporaryDirectory folder = new();
        string package = Path.Combine(folder.Path, "other.zip");
        using (ZipArchive zip = ZipFile.Open(package, ZipArchiveMode.Create))
            zip.CreateEntry("README.md");
        (int code, _, string error) = Run("--bin", there.Directory, "--package", package);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(error, Does.Contain("other.zip is not the opensim package: it has no Mongoose.Server.dll at its top"));
    }

    [Test]
    public void A_package_and_an_assembly_exclude_each_other() =>
        Assert.That(Run("--bin", Built.References, "--package", Built.Module, "--assembly", Built.Module).Code, Is.EqualTo(2));

    /// <summary>The offset in the module's file of a foreign method's signature with at least this number of bytes.</summary>
    private static int SignatureOfAMethod(int bytes)
    {
        using PEReader file = new(File.OpenRead(Built.Module));
        MetadataReader metadata = file.GetMetadataReader();
        BlobHandle signature = metadata.MemberReferences.Select(metadata.GetMemberReference)
            .Where(member => member.GetKind() == MemberReferenceKind.Method)
            .Select(member => member.Signature).First(blob => metadata.GetBlobReader(blob).Length >= bytes);
        byte[] content = metadata.GetBlobBytes(signature);
        int blobs = file.PEHeaders.MetadataStartOffset + metadata.GetHeapMetadataOffset(HeapIndex.Blob) + metadata.GetHeapOffset(signature);
        return blobs + (content.Length < 0x80 ? 1 : 2);
    }

    /// <summary>A zip with the module and its sums, as a release has it.</summary>
    private static string PackageIn(TemporaryDirectory folder, bool flip = false)
    {
        string path = Path.Combine(folder.Path, "module.zip");
        using ZipArchive zip = ZipFile.Open(path, ZipArchiveMode.Create);
        foreach (string file in Built.ModuleFiles)
            zip.CreateEntryFromFile(file, Path.GetFileName(file));
        using StreamWriter sums = new(zip.CreateEntry(PackageSums.FileName).Open());
        foreach (string file in Built.ModuleFiles)
        {
            string sum = Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file))).ToLowerInvariant();
            sums.Write($"{(flip ? new string('0', 64) : sum)}  {Path.GetFileName(file)}\n");
        }
        return path;
    }

    private static (int Code, string Output, string Error) Run(params string[] arguments)
    {
        using StringWriter output = new(), error = new();
        int code = new CheckCommand().Create().Parse(arguments).Invoke(new InvocationConfiguration { Output = output, Error = error });
        return (code, output.ToString().ReplaceLineEndings("\n"), error.ToString());
    }
}
