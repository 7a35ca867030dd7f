using System.Xml;

namespace Mongoose.Simulators;

/// <summary>
/// A temporary folder for OpenSim to run in: a copy of an installation's bin/ with its own configuration. Large read-only files are linked
/// instead of copied.
/// </summary>
public sealed class OpenSimFolder : IDisposable
{
    private static readonly string[] Linked = ["lib32", "lib64", "assets", "openmetaverse_data"];

    // Excluded: data of the installation's own grid, and third-party modules, so that a run is the same on every host.
    private static readonly string[] LeftOut =
        ["addin-db-*", "addon-modules", "assetcache", "ScriptEngines", "maptiles", "j2kDecodeCache", "bakes", "Estates",
            "Regions", "config",
            "*.db", "*.db-*", "*.log", "*.pid", "*.pdb", "OpenSim.ini", "startup_commands.txt", "shutdown_commands.txt", "Mongoose.*"];

    private readonly OpenSimOptions _options;

    private OpenSimFolder(OpenSimOptions options, string path)
    {
        _options = options;
        Path = path;
    }

    public string Path { get; }

    /// <summary>The path of OpenSim's log.</summary>
    public string Log => File("OpenSim.log");

    /// <param name="options">The content of the folder.</param>
    /// <param name="ports">The port of HTTP and of the first region, then the UDP ports of its neighbours.</param>
    /// <exception cref="OpenSimException">The folder cannot be written.</exception>
    public static OpenSimFolder Make(OpenSimOptions options, IReadOnlyList<int> ports, string consolePassword)
    {
        OpenSimFolder folder = new(options, NewFolder());
        try
        {
            folder.CopyInstallation();
            folder.Configure(ports, consolePassword);
            folder.AddModule();
            if (options.Assets.Count > 0)
                AssetSet.Write(folder.Path, options.Assets);
            return folder;
        }
        catch (Exception exception)
        {
            folder.Dispose();
            if (!PathFault.Is(exception) && exception is not XmlException)
                throw;
            throw new OpenSimException($"cannot create an OpenSimulator in {folder.Path}: {exception.Message}", exception);
        }
    }

    private static string NewFolder()
    {
        try
        {
            return Directory.CreateTempSubdirectory("mongoose-opensim-").FullName;
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new OpenSimException($"cannot create a folder for an OpenSimulator: {exception.Message}", exception);
        }
    }

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose()
    {
        // On some systems a process that was just killed holds its files for a moment.
        for (int attempt = 0; Directory.Exists(Path) && attempt < 10; attempt++)
        {
            try
            {
                Directory.Delete(Path, recursive: true);
            }
            catch (Exception exception) when (PathFault.Is(exception))
            {
                Thread.Sleep(100);
            }
        }
    }

    private void CopyInstallation()
    {
        foreach (string entry in Directory.EnumerateFileSystemEntries(_options.Bin.Directory))
        {
            string name = System.IO.Path.GetFileName(entry);
            if (LeftOut.Any(pattern => System.IO.Enumeration.FileSystemName.MatchesSimpleExpression(pattern, name)))
                continue;
            if (Linked.Contains(name) && TryLink(entry, File(name)))
                continue;
            Copy(entry, File(name));
        }
    }

    // On Windows only some users may create links.
    private static bool TryLink(string source, string target)
    {
        try
        {
            Directory.CreateSymbolicLink(target, source);
            return true;
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            return false;
        }
    }

    private static void Copy(string source, string target)
    {
        if (!Directory.Exists(source))
        {
            System.IO.File.Copy(source, target);
            return;
        }
        Directory.CreateDirectory(target);
        foreach (string entry in Directory.EnumerateFileSystemEntries(source))
            Copy(entry, System.IO.Path.Combine(target, System.IO.Path.GetFileName(entry)));
    }

    private void Configure(IReadOnlyList<int> ports, string consolePassword)
    {
        foreach (string example in Directory.GetFiles(File("config-include"), "*.ini.example"))
            System.IO.File.Copy(example, example[..^".example".Length], overwrite: true);
        Directory.CreateDirectory(File("Regions"));
        Directory.CreateDirectory(File("config"));
        Directory.CreateDirectory(File("addon-modules"));
        System.IO.File.WriteAllText(File("OpenSim.ini"), OpenSimIni.Addresses(_options.Address, ports[0]));
        System.IO.File.WriteAllText(File("Regions/Regions.ini"), OpenSimIni.Regions(_options.Address, ports, _options.Neighbours));
        System.IO.File.WriteAllText(File("config/testbed.ini"),
            IniText.Merge(OpenSimIni.Overrides(ports[0], consolePassword), _options.Assets.Count > 0 ? OpenSimIni.Downloads : "",
                _options.ExtraIni));
        System.IO.File.WriteAllLines(File("startup_commands.txt"),
            Enumerable.Range(1, _options.Users).Select(number => OpenSimUser.Number(number).CreateCommand));
    }

    private void AddModule()
    {
        foreach (ModuleFile file in _options.Module)
        {
            string target = File(file.Target);
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(target)!);
            System.IO.File.Copy(file.Source, target, overwrite: true);
        }
    }
}
