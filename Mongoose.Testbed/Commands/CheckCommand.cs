using System.CommandLine;
using Mongoose.Testbed.Compatibility;
using Mongoose.Testbed.OpenSim;
using Mono.Cecil;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "check": does an installation have what a compiled assembly needs of it.</summary>
internal sealed class CheckCommand
{
    /// <summary>What the region module or mongoose-bot bring with them.</summary>
    internal static readonly string[] Own = ["Mongoose.Core", "Mongoose.Runtime", "Spectre.Console", "System.CommandLine"];

    private readonly Option<string> _bin = new("--bin")
    {
        Description = $"The bin/ of an OpenSimulator, or a folder with LibreMetaverse (default: ${OpenSimBin.Variable}, else ~/opensim/bin)",
        HelpName = "dir",
        DefaultValueFactory = _ => OpenSimBin.DefaultDirectory,
    };

    private readonly Option<string?> _assembly = new("--assembly")
    {
        Description = $"What to compare, if not the {ModuleFile.Assembly} in the repository's bin/, or in bin/ beside this tool",
        HelpName = "file",
    };

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("check", "Whether an OpenSimulator has every member that the region module uses, or LibreMetaverse what mongoose-bot uses, by metadata alone.");
        command.Options.Add(_bin);
        command.Options.Add(_assembly);
        command.SetAction(parsed => Run(parsed.GetValue(_bin)!, parsed.GetValue(_assembly) ?? Path.Combine(ReleaseTree.Directory, ModuleFile.Assembly),
            parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error));
        return command;
    }

    private static int Run(string bin, string path, TextWriter output, TextWriter error)
    {
        if (!File.Exists(path))
            return Refuse($"{path}: no such file; build with -c Release, or name one with --assembly");
        if (!Directory.Exists(bin))
            return Refuse($"--bin {bin}: no such directory");
        if (!Directory.EnumerateFiles(bin, "*.dll").Any())
            return Refuse($"--bin {bin}: no assemblies there");
        try
        {
            using Installation installation = new(bin);
            using AssemblyDefinition assembly = installation.Read(path);
            output.WriteLine($"{Path.GetFileName(path)} {assembly.Name.Version.ToString(3)} against {VersionOf(installation)} in {bin}");
            output.WriteLine();
            CheckResult result = new CompatibilityCheck(installation, Own).Run(assembly);
            CheckReport.Write(output, result);
            return result.Mismatches.Count == 0 ? ExitCode.Good : ExitCode.Runtime;
        }
        catch (Exception exception) when (exception is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return Refuse(exception.Message);
        }

        int Refuse(string message)
        {
            error.WriteLine($"mongoose-testbed: {message}");
            return ExitCode.Usage;
        }
    }

    private static string VersionOf(Installation installation)
    {
        TypeDefinition? version = installation.FindType("OpenSim.Framework", "OpenSim.VersionInfo");
        if (version?.Fields.FirstOrDefault(field => field.Name == "VersionNumber")?.Constant is string number)
            return $"OpenSimulator {number}";
        return installation.Find("LibreMetaverse") is { } library
            ? $"LibreMetaverse, assembly version {library.Name.Version},"
            : "what is neither OpenSimulator nor LibreMetaverse";
    }
}
