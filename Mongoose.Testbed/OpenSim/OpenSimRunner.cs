using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.OpenSim;

/// <summary>Runs a stock OpenSim and then one with the module, at one circuit rate after the other.</summary>
internal sealed class OpenSimRunner(OpenSimDemoOptions options, TextWriter text)
{
    private readonly IReadOnlyList<LibraryTexture> _textures = LibraryTextures.Of(options.Bin);
    private readonly List<string> _errors = [];

    /// <summary>What OpenSim logged that it should not have, with the server's name before it.</summary>
    public IReadOnlyList<string> Errors => _errors;

    /// <summary>Runs everything; when cancelled it returns the complete runs.</summary>
    /// <exception cref="OpenSimException">OpenSim does not start, or a login fails.</exception>
    public RunResult[] Run(CancellationToken cancellation)
    {
        List<RunResult> results = [];
        try
        {
            OpenSimOptions stock = new() { Bin = options.Bin, Users = Users, Port = options.Port };
            RunServer(RunResult.Stock, stock, results, cancellation);
            if (options.Module.Count > 0)
                RunServer(RunResult.Mongoose, stock.WithModule(options.Module), results, cancellation);
        }
        catch (OperationCanceledException)
        {
            // What is complete is returned.
        }
        return results.ToArray();
    }

    /// <summary>An account for every visit: OpenSim takes its time to forget one that has left. One walks, one warms up.</summary>
    private int Users => TextureWarmUp.User + options.Throttles.Count * (options.Clients + 1);

    private void RunServer(string server, OpenSimOptions grid, List<RunResult> results, CancellationToken cancellation)
    {
        using OpenSimInstance instance = OpenSimInstance.Start(grid, cancellation);
        text.WriteLine($"{server}: OpenSimulator {options.Bin.Version} started in {instance.StartTime}");
        TextureWarmUp.Run(instance, _textures, cancellation);
        int user = TextureWarmUp.User + 1;
        foreach (DataRate throttle in options.Throttles)
        {
            results.Add(Measure(instance, server, throttle, user, cancellation));
            user += options.Clients + 1;
        }
        instance.Stop();
        _errors.AddRange(instance.Errors().Select(line => $"{server}: OpenSim.log: {line}"));
    }

    private RunResult Measure(OpenSimInstance instance, string server, DataRate throttle, int firstUser, CancellationToken cancellation)
    {
        OpenSimScene scene = new(options, _textures);
        using OpenSimRun run = new(instance);
        VisitPlan[] plans = Enumerable.Range(0, options.Clients).Select(client => scene.Plan(server, throttle, client)).ToArray();
        run.Begin(plans, firstUser, cancellation);
        text.WriteLine($"{server}: circuit {throttle}, {options.Clients} viewer{(options.Clients == 1 ? "" : "s")} for {options.Length}");
        if (cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(options.Length.Seconds)))
            cancellation.ThrowIfCancellationRequested();
        return run.Finish();
    }
}
