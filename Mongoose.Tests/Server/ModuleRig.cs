using log4net;
using Nini.Config;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests;

/// <summary>Calls the module and the shims of every region as OpenSim does. Each region has its real threads.</summary>
internal sealed class ModuleRig : IDisposable
{
    private readonly List<(Scene Scene, LLUDPServerShim[] Shims)> _regions = [];
    private readonly Func<LLUDPServerShim> _newShim;

    /// <param name="settings">Keys as "Section.Key", or as "Section/Key" if the section has a dot.</param>
    public ModuleRig(params (string Key, string Value)[] settings) : this(new MongooseModule(), () => new MongooseServerShim(), settings)
    {
    }

    public ModuleRig(ISharedRegionModule module, Func<LLUDPServerShim> newShim, params (string Key, string Value)[] settings)
    {
        LogBook.Clear();
        MainConsole.Instance = Console;
        Module = module;
        _newShim = newShim;
        foreach ((string key, string value) in settings)
        {
            string[] parts = key.Split(key.Contains('/') ? '/' : '.');
            Section(parts[0]).Set(parts[1], value);
        }
        Module.Initialise(Source);
        Module.PostInitialise();
    }

    public ConfigSourceInMemory Source { get; } = new();

    public ISharedRegionModule Module { get; }

    public RecordingConsole Console { get; } = new();

    public bool IsStockServerOff => Source.Configs["Modules"]?.GetString("Setup_LLUDPServerShim") == "disabled";

    /// <summary>The UDP servers of a region; there should be exactly one.</summary>
    public LLUDPServer[] Servers(Scene scene) =>
        _regions.Single(region => region.Scene == scene).Shims.Select(shim => shim.Server).Where(server => server is not null).ToArray();

    public Scene AddRegion(string name = "Region")
    {
        Scene scene = RegionRig.NewScene(name);
        LLUDPServerShim[] shims = new[] { new LLUDPServerShim(), _newShim() }
            .Where(shim => Source.Configs["Modules"]?.GetString($"Setup_{shim.Name}") != "disabled").ToArray();
        _regions.Add((scene, shims));
        foreach (LLUDPServerShim shim in shims)
            shim.Initialise(Source);
        Module.AddRegion(scene);
        foreach (LLUDPServerShim shim in shims)
            shim.AddRegion(scene);
        Module.RegionLoaded(scene);
        foreach (LLUDPServerShim shim in shims)
            shim.RegionLoaded(scene);
        return scene;
    }

    public void RemoveRegion(Scene scene)
    {
        (Scene Scene, LLUDPServerShim[] Shims) region = _regions.Single(region => region.Scene == scene);
        _regions.Remove(region);
        Module.RemoveRegion(scene);
        foreach (LLUDPServerShim shim in region.Shims)
            shim.RemoveRegion(scene);
    }

    /// <summary>Runs a command line on the console and returns its output.</summary>
    public string Say(Scene scene, string line)
    {
        Console.Said.Clear();
        scene.Run(line);
        return Console.Said.Single();
    }

    public void Dispose()
    {
        foreach ((Scene scene, _) in _regions.ToArray())
            RemoveRegion(scene);
        Module.Close();
    }

    private IConfig Section(string name) => Source.Configs[name] ?? Source.AddConfig(name);
}
