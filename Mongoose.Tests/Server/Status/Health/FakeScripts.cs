using Nini.Config;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>A script engine, whose scripts run for as long as a test says.</summary>
internal sealed class FakeScripts : IScriptModule
{
    /// <summary>Milliseconds that the scripts of each object have run.</summary>
    public Dictionary<uint, float> Times { get; } = [];

    /// <summary>How often it was asked.</summary>
    public int Asked { get; private set; }

    /// <summary>Called when it is asked; may throw.</summary>
    public Action OnAsked { get; set; } = () => { };

    public string Name => "Fake";

    public Type ReplaceableInterface => null!;

    public Dictionary<uint, float> GetObjectScriptsExecutionTimes()
    {
        Asked++;
        OnAsked();
        return new(Times);
    }

    public void Initialise(IConfigSource source)
    {
    }

    public void Close()
    {
    }

    public void AddRegion(Scene scene)
    {
    }

    public void RemoveRegion(Scene scene)
    {
    }

    public void RegionLoaded(Scene scene)
    {
    }
}
