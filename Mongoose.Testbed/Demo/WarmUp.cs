using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.Demo;

/// <summary>
/// A short simulated visit to each kind of region, so that the compiler's work on the code is not measured as the first second of the first run.
/// </summary>
internal static class WarmUp
{
    private static readonly Duration SimulatedTime = Duration.FromSeconds(20);

    public static void Run()
    {
        DemoOptions options = new();
        foreach (DemoPair pair in options.Pairs)
        {
            DemoScene scene = new(options, pair);
            foreach (string outbound in OutboundNames.All)
                new SimulatedVisit(scene.Plan(outbound)).Clock.RunFor(SimulatedTime);
        }
    }
}
