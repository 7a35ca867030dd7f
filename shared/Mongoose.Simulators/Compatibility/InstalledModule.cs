namespace Mongoose.Simulators.Compatibility;

/// <summary>
/// The region module as installed in an OpenSimulator's bin/, and problems of that installation. Nothing is loaded. To test the write
/// permission, a file is created and deleted.
/// </summary>
public sealed class InstalledModule
{
    /// <summary>The simple names of the module's assemblies.</summary>
    public const string Server = "Mongoose.Server", Core = "Mongoose.Core";

    private readonly string _bin, _version;
    private readonly List<string> _problems = [];

    /// <param name="bin">The OpenSimulator's bin/.</param>
    public InstalledModule(string bin)
    {
        _bin = bin;
        Version? server = Find(Server), core = Find(Core);
        (Version, _version) = (server, new AssemblyFile(PathOf(Server)).VersionText);
        if (server is not null && core is not null && server != core)
            _problems.Add($"{PathOf(Server)} is version {Text(server)} but {Core}.dll is {Text(core)}: copy both from one package");
        FindCopies();
        CompareSums();
        _problems.AddRange(ReadPermission.Problems(bin));
        if (CheckWritable(bin) && Path.Combine(bin, "config") is { } config && Directory.Exists(config))
            CheckWritable(config);
    }

    /// <summary>The module's version; null if the module is missing, damaged or not readable.</summary>
    public Version? Version { get; }

    /// <summary>Problems that prevent the module from being installed or from working, one line each.</summary>
    public IReadOnlyList<string> Problems => _problems;

    /// <summary>The numbers of a version, such as 0.2.0.</summary>
    public static string Text(Version version) => version.ToString(3);

    /// <summary>Returns one line about the installed module.</summary>
    /// <param name="compared">The version of the module that is being checked.</param>
    public string Describe(Version compared) => Version is null
        ? File.Exists(PathOf(Server)) ? $"{Server}.dll is there, but damaged or not readable." : "Mongoose is not installed there."
        : $"Mongoose {_version} is "
            + $"installed there{(Version < compared ? $", older than {Text(compared)}: unpack the newer package over it" : "")}.";

    private string PathOf(string assembly) => Path.Combine(_bin, assembly + ".dll");

    private Version? Find(string assembly)
    {
        string path = PathOf(assembly);
        if (!File.Exists(path))
        {
            if (File.Exists(PathOf(assembly == Core ? Server : Core)))
                _problems.Add($"{path} is missing: copy both DLLs from one package");
            return null;
        }
        AssemblyFile file = new(path);
        if (file.IsComplete)
            return file.Name?.Version;
        _problems.Add(file.Fault("unpack the package again"));
        return null;
    }

    /// <summary>OpenSimulator scans every DLL in bin/, whatever the file's name is.</summary>
    private void FindCopies()
    {
        foreach (string path in Directory.EnumerateFiles(_bin, "*.dll").Order(StringComparer.Ordinal))
        {
            if (Path.GetFileNameWithoutExtension(path) is not (Server or Core)
                && new AssemblyFile(path).Name is { Name: Server or Core, Version: { } version } name)
                _problems.Add($"{path} is another copy of {name.Name}, version {Text(version)}: remove it, "
                    + "because OpenSimulator may load either copy");
        }
    }

    private void CompareSums()
    {
        PackageSums sums = new(_bin);
        if (sums.Problem is { } problem)
            _problems.Add(problem);
        foreach (string name in sums.Changed.Where(name => name is Server + ".dll" or Core + ".dll"))
        {
            string path = Path.Combine(_bin, name);
            if (new AssemblyFile(path).IsComplete)
                _problems.Add($"{path} is not the file of the package ({PackageSums.FileName}): unpack the package again; "
                    + "delete that list if you built the file yourself");
        }
    }

    private bool CheckWritable(string directory)
    {
        try
        {
            File.Create(Path.Combine(directory, Path.GetRandomFileName()), bufferSize: 1, FileOptions.DeleteOnClose).Dispose();
            return true;
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            _problems.Add($"{directory} is not writable for {Environment.UserName}: install as the user who owns the files, "
                + "and run OpenSimulator as that user");
            return false;
        }
    }
}
