using Mongoose.Server.Access;
using Mongoose.Server.Configuration;

namespace Mongoose.Server;

/// <summary>What the shared module has decided for this process: present only if Mongoose is to serve the regions.</summary>
internal sealed record MongooseState(MongooseSettings Settings, OpenSimInternals Internals)
{
    private static volatile MongooseState? _current;
    private volatile bool _shapes = true;

    /// <summary>Null while stock serves.</summary>
    public static MongooseState? Current
    {
        get => _current;
        set => _current = value;
    }

    /// <summary>Whether circuits are shaped, in all regions; false is stock scheduling. May be changed at any time, from any thread.</summary>
    public bool Shapes
    {
        get => _shapes;
        set => _shapes = value;
    }
}
