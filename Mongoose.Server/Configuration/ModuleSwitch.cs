using Nini.Config;

namespace Mongoose.Server.Configuration;

/// <summary>OpenSim's key [Modules] Setup_&lt;id&gt;, by which it leaves a region module out. It reads it again for every region.</summary>
/// <param name="id">The id that the module is registered by.</param>
/// <param name="type">The full name of the module's class: a value may name another.</param>
internal sealed class ModuleSwitch(string id, string type)
{
    public const string Section = "Modules";

    /// <summary>What gives a region its UDP server: OpenSim's own, and Mongoose's.</summary>
    public static readonly ModuleSwitch StockServer = new("LLUDPServerShim", "OpenSim.Region.ClientStack.LindenUDP.LLUDPServerShim"),
        OwnServer = new("MongooseServerShim", "Mongoose.Server.MongooseServerShim");

    private const string Disabled = "disabled";

    public string Key => $"Setup_{id}";

    /// <summary>Whether the key keeps OpenSim from using the module: it says "disabled", or "[port/]class" with another class.</summary>
    public bool LeavesOut(IConfigSource source)
    {
        string value = Value(source);
        string named = value[(value.IndexOf('/') + 1)..];
        return value == Disabled || named.Length > 0 && named != type;
    }

    public string Value(IConfigSource source) => source.Configs[Section]?.GetString(Key) ?? "";

    /// <summary>Leaves the module out, in memory.</summary>
    public void Disable(IConfigSource source) => (source.Configs[Section] ?? source.AddConfig(Section)).Set(Key, Disabled);
}
