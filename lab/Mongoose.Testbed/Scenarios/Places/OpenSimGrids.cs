using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>
/// The real OpenSimulators of a run: one for each server that its circuits use, which is stock or a configuration of the module.
/// </summary>
internal sealed class OpenSimGrids : IDisposable
{
    /// <summary>The key of OpenSimulators without the module, in place of its configuration.</summary>
    private const string Stock = "";

    private readonly Dictionary<string, OpenSimInstance> _grids = [];
    private readonly Dictionary<OpenSimInstance, int> _users = [];
    private readonly List<(OpenSimInstance Grid, int Count, CircuitOptions Options)> _walks = [];

    /// <summary>Starts the OpenSimulators and makes them decode all of the library's textures.</summary>
    /// <exception cref="OpenSimException">There is no OpenSimulator or no module, or an OpenSimulator does not start.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing is left behind.</exception>
    /// <param name="change">Adds other options of the OpenSimulators.</param>
    /// <param name="preparing">Called with a line for each step that takes seconds.</param>
    /// <param name="cancellation">Cancels the starts.</param>
    public OpenSimGrids(Scenario scenario, Func<OpenSimOptions, OpenSimOptions> change, Action<string> preparing,
        CancellationToken cancellation)
    {
        OpenSimInstallation installation = scenario.Installation ?? OpenSimInstallation.FromHost();
        LibraryTexture[] textures = [.. LibraryTextures.Read(installation.Bin)];
        Textures = textures.Select(texture => (texture.Id, texture.Bytes)).ToArray();
        try
        {
            var servers = scenario.Flows.Where(group => group.Kind is CircuitOptions)
                .GroupBy(group => SettingsOf((CircuitOptions)group.Kind)).ToArray();
            foreach (var server in servers)
            {
                string which = $"OpenSimulator {_grids.Count + 1} of {servers.Length}";
                string kind = server.Key == Stock ? "stock" : "with Mongoose";
                preparing($"starting {which}: {kind}, for {string.Join(", ", server.Select(group => group.Name))}");
                int walkers = server.Max(group => ((CircuitOptions)group.Kind).Walkers);
                OpenSimInstance grid =
                    OpenSimInstance.Start(change(server.Key == Stock ? installation.Stock : installation.WithModule(server.Key)) with
                    {
                        Users = TextureWarmUp.User + OpenSimGuest.Accounts * server.Sum(group => group.Count) + walkers,
                        Port = server.Max(group => ((CircuitOptions)group.Kind).Port),
                        Prims = server.Max(group => ((CircuitOptions)group.Kind).Prims),
                    }, cancellation, waited => preparing($"waiting for the regions of {which} ({waited.Seconds:0} s)"));
                _grids.Add(server.Key, grid);
                _users.Add(grid, TextureWarmUp.User);
                if (walkers > 0)
                    _walks.Add(
                        (grid, walkers, server.Select(group => (CircuitOptions)group.Kind).First(circuit => circuit.Walkers == walkers)));
                preparing($"visiting {which}, which decodes its textures");
                TextureWarmUp.Run(grid, textures, cancellation);
            }
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The textures that every region can send.</summary>
    public IReadOnlyList<(Guid Id, int Bytes)> Textures { get; }

    public OpenSimInstance this[CircuitOptions circuit] => _grids[SettingsOf(circuit)];

    /// <summary>
    /// The regions with walkers, the number of walkers, and the options that apply to them: those of the circuit with the most walkers.
    /// </summary>
    public IReadOnlyList<(OpenSimInstance Grid, int Count, CircuitOptions Options)> Walks => _walks;

    /// <summary>Returns the next unused account.</summary>
    public int NextUser(OpenSimInstance grid) => ++_users[grid];

    /// <summary>The errors that the OpenSimulators logged.</summary>
    public IReadOnlyList<string> Errors => _grids
        .SelectMany(grid =>
            grid.Value.Errors().Select(line => $"{(grid.Key == Stock ? "stock" : "mongoose")}: OpenSim.log: {line}")).ToArray();

    public void Dispose()
    {
        foreach (OpenSimInstance grid in _grids.Values)
            grid.Dispose();
    }

    /// <summary>The module's configuration, or <see cref="Stock"/>; circuits with the same configuration share an OpenSimulator.</summary>
    private static string SettingsOf(CircuitOptions circuit) =>
        circuit.Server == OutboundNames.Stock ? Stock : MongooseIni.Write(circuit.Sending, circuit.Http);
}
