namespace Mongoose.Simulators;

/// <summary>An OpenSimulator and the region module to measure in it. Both are copied, not modified.</summary>
/// <param name="Bin">The OpenSimulator's bin/.</param>
/// <param name="ModuleDirectory">The module's release tree, laid out like that bin/.</param>
public sealed record OpenSimInstallation(OpenSimBin Bin, string ModuleDirectory)
{
    /// <summary>The host's default OpenSimulator, with the module that this program was built with.</summary>
    /// <exception cref="OpenSimException">The host has no OpenSimulator.</exception>
    public static OpenSimInstallation FromHost() => new(OpenSimBin.FindDefault() ?? throw new OpenSimException(
        $"there is no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one"),
        ReleaseTree.Directory);

    /// <summary>The options of a temporary OpenSimulator without the module.</summary>
    public OpenSimOptions Stock => new() { Bin = Bin };

    /// <summary>The options of a temporary OpenSimulator with the module enabled.</summary>
    /// <param name="settings">Sections in INI format with a final newline, see <see cref="OpenSimOptions.ExtraIni"/>.</param>
    /// <exception cref="OpenSimException">There is no module.</exception>
    public OpenSimOptions WithModule(string settings)
    {
        ModuleFile[] module = ModuleFile.TreeOf(ModuleDirectory);
        return module.Length > 0
            ? (Stock with { ExtraIni = settings }).WithModule(module)
            : throw new OpenSimException(
                $"there is no {ModuleFile.Assembly} in {ModuleDirectory}: a Release build of the solution puts it there");
    }
}
