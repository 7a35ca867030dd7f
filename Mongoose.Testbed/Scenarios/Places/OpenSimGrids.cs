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
        OpenSimInstallation installation = scenario.Installation ?? OpenSimInstallation.OfHost();
        LibraryTexture[] textures = [.. LibraryTextures.Of(installation.Bin)];
        Textures = textures.Select(texture => (texture.Id, texture.Bytes)).ToArray();
        try
        {
            foreach (var server in scenario.Flows.GroupBy(group => SettingsOf((CircuitOptions)group.Kind)))
            {
                OpenSimInstance grid = OpenSimInstance.Start((server.Key == Stock ? installation.Stock : installation.WithModule(server.Key)) with
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

    /// <summary>What they logged as errors.</summary>
    public IReadOnlyList<string> Errors => _grids
        .SelectMany(grid => grid.Value.Errors().Select(line => $"{(grid.Key == Stock ? "stock" : "mongoose")}: OpenSim.log: {line}")).ToArray();

    public void Dispose()
    {
        foreach (OpenSimInstance grid in _grids.Values)
            grid.Dispose();
    }

    /// <summary>The module's configuration, or <see cref="Stock"/>: circuits that have the same share an OpenSimulator.</summary>
    private static string SettingsOf(CircuitOptions circuit) =>
        circuit.Server == OutboundNames.Stock ? Stock : MongooseIni.Of(circuit.Sending);
}
