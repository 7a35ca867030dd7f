using Mongoose.Server.Configuration;
using Mongoose.Server.OpenSimReflection;

namespace Mongoose.Server.Regions;

/// <summary>What was decided for this process: present only if Mongoose is to serve the regions.</summary>
internal sealed class ModuleState(MongooseSettings settings, OpenSimInternals internals)
{
    private static volatile ModuleState? _current;
    private volatile bool _isShaping = true;

    /// <summary>Null while stock serves.</summary>
    public static ModuleState? Current
    {
        get => _current;
        set => _current = value;
    }

    public MongooseSettings Settings => settings;

    public OpenSimInternals Internals => internals;

    /// <summary>Whether circuits are shaped, in all regions; false is stock scheduling. May be changed at any time, from any thread.</summary>
    public bool IsShaping
    {
        get => _isShaping;
        set => _isShaping = value;
    }
}
