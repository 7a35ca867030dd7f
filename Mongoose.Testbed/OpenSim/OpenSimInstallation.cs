namespace Mongoose.Testbed.OpenSim;

/// <summary>An OpenSimulator and the region module that is to be measured in it. Neither is changed: they are copied.</summary>
/// <param name="Bin">The OpenSimulator's bin/.</param>
/// <param name="ModuleDirectory">Where the module's release tree is, laid out as that bin/.</param>
internal sealed record OpenSimInstallation(OpenSimBin Bin, string ModuleDirectory)
{
    /// <summary>That of the host, with the module that this program was built with.</summary>
    /// <exception cref="OpenSimException">There is none.</exception>
    public static OpenSimInstallation OfHost() => new(OpenSimBin.FindDefault() ?? throw new OpenSimException(
        $"there is no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one"), ReleaseTree.Directory);

    /// <summary>What a throw-away OpenSimulator without the module is made from.</summary>
    public OpenSimOptions Stock => new() { Bin = Bin };

    /// <summary>The same with the module, switched on.</summary>
    /// <param name="settings">More of its INI file.</param>
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
