using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators.Causes.Regions;

/// <summary>Brings objects into a region that runs, and takes them away, by the console as an operator would.</summary>
internal static class Builds
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private static int _made;

    /// <summary>Adds objects to the region.</summary>
    public static void Build(this OpenSimInstance grid, IReadOnlyList<BuiltObject> objects)
    {
        string archive = Path.Combine(grid.Folder, $"objects{Interlocked.Increment(ref _made)}.oar");
        ObjectArchive.Write(archive, objects);
        int logged = grid.Log().Length;
        grid.Console.Ask($"load oar --merge {archive}", Patience);
        if (!grid.Log().Skip(logged).Any(line => line.Contains("Successfully loaded archive", StringComparison.Ordinal)))
            throw new OpenSimException($"OpenSim did not load {archive}: {grid.Log().LastOrDefault()}");
    }

    /// <summary>Deletes all objects of a name.</summary>
    public static void Clear(this OpenSimInstance grid, string name)
    {
        grid.Console.Send($"delete object name {name}");
        // The console asks whether it shall.
        grid.Console.Send("y");
        grid.Console.Ask("show uptime", Patience);
    }
}
