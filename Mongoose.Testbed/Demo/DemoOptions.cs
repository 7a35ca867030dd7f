using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Demo;

/// <summary>What a demo runs: stock and Mongoose side by side.</summary>
internal sealed record DemoOptions : Workload
{
    /// <summary>How much shorter the quick form is.</summary>
    public const double QuickFactor = 1.0 / 3;

    public DemoOptions() => Throttles = [DataRate.FromMegabitsPerSecond(1.5), DataRate.FromMegabitsPerSecond(8)];

    /// <summary>Rate of the downstream line of one more pair, whose viewer asks for <see cref="DemoPair.Excess"/> times as much; zero: none.</summary>
    public DataRate Line { get; init; } = DataRate.FromMegabitsPerSecond(1);

    /// <summary>What is run, one after the other.</summary>
    public IEnumerable<DemoPair> Pairs
    {
        get
        {
            IEnumerable<DemoPair> pairs = Throttles.Select(throttle => new DemoPair(throttle));
            return Line > DataRate.Zero ? pairs.Append(DemoPair.OnLine(Line)) : pairs;
        }
    }

    public bool Quick { get; init; }

    /// <summary>The stock region's UDP port; the Mongoose region has the next. 0 chooses free ones.</summary>
    public int Port { get; init; }

    internal override DemoConfig Config => base.Config with { Quick = Quick, LineKbps = Line.KilobitsPerSecond };

    internal override string Arguments => $"{base.Arguments} --line {Number(Line.KilobitsPerSecond)}";
}
