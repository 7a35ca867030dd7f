using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Demo;

/// <summary>What a demo runs: stock and Mongoose side by side.</summary>
internal sealed record DemoOptions : Workload
{
    /// <summary>How much shorter the quick form is.</summary>
    public const double QuickFactor = 1.0 / 3;

    public DemoOptions() => Throttles = [DataRate.FromMegabitsPerSecond(1.5), DataRate.FromMegabitsPerSecond(8)];

    public bool Quick { get; init; }

    /// <summary>The stock region's UDP port; the Mongoose region has the next. 0 chooses free ones.</summary>
    public int Port { get; init; }

    internal override DemoConfig Config => base.Config with { Quick = Quick };
}
