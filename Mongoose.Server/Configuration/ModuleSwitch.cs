using Nini.Config;

namespace Mongoose.Server.Configuration;

/// <summary>
/// OpenSim's key [Modules] Setup_&lt;id&gt;, which can exclude a region module. OpenSim reads the key again for every region.
/// </summary>
/// <param name="id">The id under which the module is registered.</param>
/// <param name="type">The full name of the module's class; the key's value may name another class.</param>
internal sealed class ModuleSwitch(string id, string type)
{
    public const string Section = "Modules";

    /// <summary>The modules that give a region its UDP server: OpenSim's and Mongoose's.</summary>
    public static readonly ModuleSwitch StockServer = new("LLUDPServerShim", "OpenSim.Region.ClientStack.LindenUDP.LLUDPServerShim"),
        OwnServer = new("MongooseServerShim", "Mongoose.Server.MongooseServerShim");

    private const string Disabled = "disabled";

    public string Key => $"Setup_{id}";

    /// <summary>Whether the key excludes the module: its value is "disabled", or "[port/]class" with another class.</summary>
    public bool Excludes(IConfigSource source)
    {
        string value = Value(source);
        string named = value[(value.IndexOf('/') + 1)..];
        return value == Disabled || named.Length > 0 && named != type;
    }

    public string Value(IConfigSource source) => source.Configs[Section]?.GetString(Key) ?? "";

    /// <summary>Excludes the module, in memory only.</summary>
    public void Disable(IConfigSource source) => (source.Configs[Section] ?? source.AddConfig(Section)).Set(Key, Disabled);
}
