using System.Reflection;
using System.Runtime.CompilerServices;
using log4net;
using Mongoose.Server.Regions;
using Nini.Config;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server;

/// <summary>
/// The region module that OpenSim loads first. It does not touch Mongoose.Core itself, so if Mongoose.Core.dll is missing, unreadable,
/// broken or older, the failure is caught here and the stock server serves the regions.
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
            // An unhandled exception would abort the simulator's start.
            string remedy = OwnFile.UnreadableCore() is { } path
                ? $"{path} cannot be read by this user ({Environment.UserName}); "
                    + $"give the user who runs the simulator permission: chmod a+r {path}"
                : !IsOfIncompleteCopy(exception) ? "a fault of Mongoose; please report it"
                : "this copy of Mongoose is incomplete; copy Mongoose.Server.dll and Mongoose.Core.dll of the same version to bin/";
            Log.Error($"[MONGOOSE]: off, {remedy}; using stock throttles. "
                + $"{exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}",
                IsOfIncompleteCopy(exception) ? null : exception);
        }
    }

    /// <summary>Whether the message alone explains the exception; a fault of Mongoose is logged with its stack trace.</summary>
    private static bool IsOfIncompleteCopy(Exception exception) =>
        exception is IOException or BadImageFormatException or TypeLoadException or MissingMemberException or TypeInitializationException;

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

    // These are not inlined: the runtime loads Mongoose.Core when it compiles a method that uses Mongoose.Core.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Decide(IConfigSource source) => Decision.Make(source);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void End()
    {
        Status.StatusService.Stop();
        Decision.Revoke();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RegisterCommands(Scene scene) => Console.MongooseCommands.Register(this, scene);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Announce(Scene scene)
    {
        Decision.Announce(scene);
        Status.StatusService.Start();
    }
}
