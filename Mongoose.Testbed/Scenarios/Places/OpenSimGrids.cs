using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// The real OpenSimulators of a run: one for each kind of server that its circuits name, stock or with the module, and for each way in which
/// the module is to send.
/// </summary>
internal sealed class OpenSimGrids : IDisposable
{
    /// <summary>In place of the module's configuration where there is no module.</summary>
    private const string Stock = "";

    private readonly Dictionary<string, OpenSimInstance> _grids = [];
    private readonly Dictionary<OpenSimInstance, int> _users = [];

    /// <summary>Starts them, with all of the library's textures decoded.</summary>
    /// <exception cref="OpenSimException">There is no OpenSimulator or no module, or one does not start.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    public OpenSimGrids(Scenario scenario, int accountsOfFlow, CancellationToken cancellation)
    {
        OpenSimBin bin = OpenSimBin.FindDefault() ?? throw new OpenSimException(
            $"there is no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one");
        LibraryTexture[] textures = [.. LibraryTextures.Of(bin)];
        Textures = textures.Select(texture => (texture.Id, texture.Bytes)).ToArray();
        try
        {
            foreach (var server in scenario.Flows.GroupBy(group => SettingsOf((CircuitOptions)group.Kind)))
            {
                OpenSimInstance grid = OpenSimInstance.Start(OptionsOf(bin, server.Key) with
                {
                    Users = TextureWarmUp.User + accountsOfFlow * server.Sum(group => group.Count),
                    Port = server.Max(group => ((CircuitOptions)group.Kind).Port),
                    Prims = server.Max(group => ((CircuitOptions)group.Kind).Prims),
                }, cancellation);
                _grids.Add(server.Key, grid);
                _users.Add(grid, TextureWarmUp.User);
                TextureWarmUp.Run(grid, textures, cancellation);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>What every region has to send.</summary>
    public IReadOnlyList<(Guid Id, int Bytes)> Textures { get; }

    public OpenSimInstance this[CircuitOptions circuit] => _grids[SettingsOf(circuit)];

    /// <summary>The next account that nobody has used.</summary>
    public int NextUser(OpenSimInstance grid) => ++_users[grid];

    /// <exception cref="OpenSimException">The one with the module logged an error: what was measured is not what was meant.</exception>
    public void RequireNoErrors()
    {
        if (_grids.Where(grid => grid.Key != Stock).SelectMany(grid => grid.Value.Errors()).FirstOrDefault() is { } first)
            throw new OpenSimException($"OpenSim.log: {first}");
    }

    public void Dispose()
    {
        foreach (OpenSimInstance grid in _grids.Values)
            grid.Dispose();
    }

    /// <summary>The module's configuration, or <see cref="Stock"/>: circuits that have the same share an OpenSimulator.</summary>
    private static string SettingsOf(CircuitOptions circuit) =>
        circuit.Server == OutboundNames.Stock ? Stock : MongooseIni.Of(circuit.Sending);

    private static OpenSimOptions OptionsOf(OpenSimBin bin, string settings)
    {
        OpenSimOptions stock = new() { Bin = bin };
        if (settings == Stock)
            return stock;
        ModuleFile[] module = ModuleFile.TreeOf(ReleaseTree.Directory);
        if (module.Length > 0)
            return (stock with { ExtraIni = settings }).WithModule(module);
        throw new OpenSimException(
            $"there is no {ModuleFile.Assembly} in {ReleaseTree.Directory}: a Release build of the solution puts it there");
    }
}
