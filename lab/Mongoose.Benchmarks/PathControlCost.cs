using System.Globalization;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>
/// The cost of path control for a region thread that serves busy circuits, measured as in <see cref="RegionCapacity"/>. Runs with and
/// without path control alternate, so that other load on the machine affects both.
/// </summary>
internal static class PathControlCost
{
    private const int Circuits = 20, Rounds = 5;
    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(5);
    private static readonly SendingOptions Without = SendingOptions.Default;
    private static readonly SendingOptions With = Without with { PathControl = PathControlOptions.Default, FastResend = true };

    public static void Run(TextWriter text)
    {
        text.WriteLine($"{Circuits} circuits of {Rate}, median of {Rounds} rounds; processor time of the region thread");
        text.WriteLine();
        text.WriteLine("| acks collected for | worst circuit with path control | without | with | ratio | ratios of the rounds |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|");
        Measure(With, Duration.Zero); // the compiler's time must not count
        Write(text, RegionCapacity.AckDelay);
        Write(text, Duration.Zero);
    }

    private static void Write(TextWriter text, Duration ackDelay)
    {
        List<double> without = [], with = [], ratios = [];
        double worst = 1;
        for (int i = 0; i < Rounds; i++)
        {
            without.Add(Measure(Without, ackDelay).MillisecondsPerMegabyte);
            RegionCapacity.Load load = Measure(With, ackDelay);
            with.Add(load.MillisecondsPerMegabyte);
            ratios.Add(with[i] / without[i]);
            worst = Math.Min(worst, load.Shares.Min());
        }
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {ackDelay} | {worst * 100:0.0} % | {Median(without):0.00} ms/MB | {Median(with):0.00} ms/MB | {Median(ratios):0.00} "
                + $"| {ratios.Min():0.00} to {ratios.Max():0.00} |"));
    }

    private static RegionCapacity.Load Measure(SendingOptions sending, Duration ackDelay) =>
        RegionCapacity.Measure(Circuits, busy: true, Rate, seconds: 4, sending, ackDelay);

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);
}
