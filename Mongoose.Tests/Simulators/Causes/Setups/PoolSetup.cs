using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>
/// All threads of the runtime's pool stand still for most of the time, as if each waited for a server that does not answer. The pool also
/// receives packets. It may have four threads; otherwise the runtime would start more.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class PoolSetup : Setup
{
    private const int Threads = 4, Looks = 40;

    private static readonly TimeSpan Waiting = TimeSpan.FromSeconds(2), Running = TimeSpan.FromSeconds(0.5);

    private Repetition? _hold;

    public override string Name => "threads of the pool that wait";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["threads"];

    public override OpenSimOptions Configure(OpenSimOptions options) => options with
    {
        Environment = new Dictionary<string, string>(options.Environment)
        {
            ["DOTNET_ThreadPool_ForceMaxWorkerThreads"] = $"{Threads:X}",
        },
    };

    public override void Begin(Place place) => _hold = new Repetition(ending => Hold(place.Grid.ProcessId, ending), Running);

    public override void End(Place place) => _hold?.Dispose();

    private static void Hold(int process, ManualResetEventSlim ending)
    {
        Dictionary<int, StoppedThread> stopped = [];
        try
        {
            // The runtime starts threads in place of those that have ended, up to the maximum.
            for (int look = 0; look < Looks && !ending.IsSet; look++)
            {
                foreach (int worker in ThreadActivity.ThreadsOf(process, ".NET TP Worker").Where(worker => !stopped.ContainsKey(worker)))
                    stopped.Add(worker, new StoppedThread(process, worker));
                ending.Wait(Waiting / Looks);
            }
        }
        finally
        {
            foreach (StoppedThread thread in stopped.Values)
                thread.Dispose();
        }
    }
}
