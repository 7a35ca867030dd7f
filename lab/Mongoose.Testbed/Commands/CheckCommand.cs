using System.CommandLine;
using Mongoose.Simulators;
using Mongoose.Simulators.Compatibility;
using Mongoose.Testbed.Verbs;
using Mono.Cecil;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// The verb "check": whether an installation has everything that a compiled assembly uses, and whether the region module is, or can be,
/// installed in it correctly.
/// </summary>
internal sealed class CheckCommand
{
    private const string OpenSimulator = "OpenSim.Framework", LibreMetaverse = "LibreMetaverse";

    /// <summary>Assemblies that are distributed with the region module or mongoose-bot.</summary>
    internal static readonly string[] Own = ["Mongoose.Core", "Mongoose.Runtime", "Spectre.Console", "System.CommandLine"];

    private readonly Option<string> _bin = new("--bin")
    {
        Description = "The bin/ of an OpenSimulator, or a folder with LibreMetaverse "
            + $"(default: ${OpenSimBin.Variable}, else ~/opensim/bin)",
        HelpName = PathOption.DirectoryName,
        DefaultValueFactory = _ => OpenSimBin.DefaultDirectory,
    };

    private readonly Option<string?> _assembly = PathOption.File("--assembly",
        $"The assembly to compare (default: {ModuleFile.Assembly} in the checkout's bin/, or in bin/ next to this tool)");

    private readonly Option<string?> _package =
        PathOption.File("--package", "The zip with the region module: compare the module in it, and report a damaged zip");

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("check", "Check an OpenSimulator before or after installing the region module: "
            + "it has every member that the module uses, the module's files are complete, and the folder is writable. "
            + "Or check that a LibreMetaverse has every member that mongoose-bot uses. "
            + "Nothing is run or changed; a file is created and deleted to test the permission. "
            + "Exit codes: 0 good, 1 a mismatch or a problem of the installed module, "
            + "2 wrong folder, damaged file or invalid command line.") { _bin, _assembly, _package };
        command.SetAction(parsed => new Check(parsed.GetValue(_bin)!, parsed.InvocationConfiguration)
            .Run(parsed.GetValue(_assembly), parsed.GetValue(_package)));
        return command;
    }

    /// <summary>One invocation of the verb.</summary>
    private sealed class Check(string bin, InvocationConfiguration console)
    {
        public int Run(string? assembly, string? package)
        {
            if (assembly is not null && package is not null)
                return Refuse("--assembly and --package exclude each other");
            if (package is not null && !File.Exists(package))
                return Refuse($"--package {package}: no such file");
            if (WrongFolder() is { } wrong)
                return Refuse(wrong);
            try
            {
                using ModulePackage? opened = package is null ? null : ModulePackage.Open(package);
                string path = opened?.Assembly ?? assembly ?? Path.Combine(ReleaseTree.Directory, ModuleFile.Assembly);
                return File.Exists(path)
                    ? Report(path, package ?? path)
                    : Refuse($"{path}: no such file; build with -c Release, or name one with --assembly");
            }
            catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
            {
                return Refuse(exception.Message);
            }
        }

        private int Report(string path, string source)
        {
            using Installation installation = new(bin);
            using AssemblyDefinition assembly = installation.Read(path);
            (CheckResult result, string host) = Compare(assembly, installation, path);
            string from = source == path ? "" : $" in {source}";
            console.Output.WriteLine($"{Path.GetFileName(path)} {new AssemblyFile(path).VersionText}{from} against {host} in {bin}");
            console.Output.WriteLine();
            CheckReport.Write(console.Output, result);
            bool isInstalledWell = !Has(OpenSimulator) || ReportInstalled(assembly.Name.Version);
            return result.Mismatches.Count == 0 && isInstalledWell ? ExitCode.Good : ExitCode.Runtime;
        }

        private (CheckResult Result, string Host) Compare(AssemblyDefinition assembly, Installation installation, string path)
        {
            try
            {
                CheckResult result = new CompatibilityCheck(installation, Own).Run(assembly);
                return result.Members > 0
                    ? (result, VersionOf(installation))
                    : throw new InvalidDataException($"{path} uses nothing of {bin}: it is damaged, or not an assembly of Mongoose");
            }
            catch (AssemblyResolutionException exception)
            {
                string name = string.Concat(exception.AssemblyReference.Name.Where(character => !char.IsControl(character)));
                throw new InvalidDataException(
                    $"{path} needs the assembly {name}, which {bin} does not have, or is damaged: copy both again", exception);
            }
            catch (Exception exception) when (exception is not (IOException or InvalidDataException or UnauthorizedAccessException))
            {
                // As in Installation.Read: damaged metadata can cause any exception.
                throw new InvalidDataException($"{path} or an assembly in {bin} is damaged: copy both again", exception);
            }
        }

        private bool ReportInstalled(Version compared)
        {
            InstalledModule module = new(bin);
            console.Output.WriteLine(module.Describe(compared));
            foreach (string problem in module.Problems)
                Failure.Program.Report(console.Error, problem);
            return module.Problems.Count == 0;
        }

        private string? WrongFolder()
        {
            if (!Directory.Exists(bin))
                return $"--bin {bin}: no such directory";
            if (Has(OpenSimulator) || Has(LibreMetaverse))
                return null;
            string inner = Path.Combine(bin, "bin");
            string hint = File.Exists(Path.Combine(inner, OpenSimulator + ".dll")) ? $"; did you mean {inner}?" : "";
            return $"--bin {bin}: neither an OpenSimulator's bin/ ({OpenSimulator}.dll is missing) "
                + $"nor a folder with {LibreMetaverse}.dll{hint}";
        }

        private bool Has(string assembly) => File.Exists(Path.Combine(bin, assembly + ".dll"));

        private int Refuse(string message) => Failure.Program.Fail(console.Error, message, ExitCode.Usage);
    }

    private static string VersionOf(Installation installation)
    {
        TypeDefinition? version = installation.FindType(OpenSimulator, "OpenSim.VersionInfo");
        if (version?.Fields.FirstOrDefault(field => field.Name == "VersionNumber")?.Constant is string number)
            return $"OpenSimulator {number}";
        return installation.Find(LibreMetaverse) is { } library
            ? $"LibreMetaverse, assembly version {library.Name.Version},"
            : "an unknown OpenSimulator";
    }
}
