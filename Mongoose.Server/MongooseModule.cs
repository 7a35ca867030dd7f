using System.Reflection;
using System.Runtime.CompilerServices;
using log4net;
using Mongoose.Server.Regions;
using Nini.Config;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server;

/// <summary>
/// What OpenSim loads first. It touches nothing of Mongoose.Core: in a copy that lacks Mongoose.Core.dll, or has a broken or older one, the
/// failure is caught here and stock serves.
/// </summary>
[Mono.Addins.Extension(Path = "/OpenSim/RegionModules", NodeName = "RegionModule", Id = "Mongoose")]
public sealed class MongooseModule : ISharedRegionModule
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private bool _isComplete;

    public string Name => "Mongoose";

    public Type? ReplaceableInterface => null;

    public void Initialise(IConfigSource source)
    {
        try
        {
            Decide(source);
            _isComplete = true;
        }
        catch (Exception exception)
        {
            // An exception that left here would end the simulator's start.
            Log.Error("[MONGOOSE]: off, this copy of Mongoose is incomplete; copy Mongoose.Server.dll and Mongoose.Core.dll of one version to bin/;"
                + $" stock throttles serve. {exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}");
        }
    }

    public void PostInitialise()
    {
    }

    public void Close()
    {
        if (_isComplete)
            End();
    }

    public void AddRegion(Scene scene)
    {
        if (_isComplete)
            RegisterCommands(scene);
    }

    public void RegionLoaded(Scene scene)
    {
        if (_isComplete)
            Announce(scene);
    }

    public void RemoveRegion(Scene scene)
    {
    }

    // Not inlined: the runtime loads Mongoose.Core when it compiles a method that uses it.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Decide(IConfigSource source) => Decision.Make(source);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void End() => Decision.Revoke();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RegisterCommands(Scene scene) => Console.MongooseCommands.Register(this, scene);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Announce(Scene scene) => Decision.Announce(scene);
}
