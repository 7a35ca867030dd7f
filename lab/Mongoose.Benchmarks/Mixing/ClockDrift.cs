using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Voice.Playout;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The playout buffer with a source whose clock is 300 ppm fast or slow, in simulated time.</summary>
internal static class ClockDrift
{
    private const double PartsPerMillion = 300;

    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static int Run(VerbOptions options, TextWriter output)
    {
        int[] minutes = [.. options.Numbers("minutes", 1, 10).Distinct().Order()];
        output.WriteLine("Delay of the last second before each minute: from a packet's arrival to its frame, mean. "
            + $"A frame is {DriftingSource.Frame}.");
        output.WriteLine();
        output.WriteLine($"| source | jitter | talks | {string.Join(" | ", minutes.Select(minute => $"delay, minute {minute}"))} | "
            + "left out | held | missing |");
        output.WriteLine($"|---|---:|---|{string.Concat(minutes.Select(_ => "---:|"))}---:|---:|---:|");
        foreach (double drift in (double[])[PartsPerMillion, -PartsPerMillion])
        {
            foreach (int jitter in (int[])[0, 5])
            {
                Write(output, drift, Duration.FromMilliseconds(jitter), hasPauses: true, minutes);
                Write(output, drift, Duration.FromMilliseconds(jitter), hasPauses: false, minutes);
            }
        }
        return ExitCode.Good;
    }

    private static void Write(TextWriter output, double drift, Duration jitter, bool hasPauses, int[] minutes)
    {
        (double[] delays, PlayoutState state) = DriftingSource.Play(drift, jitter, hasPauses, minutes);
        string text = string.Join(" | ", delays.Select(delay => delay.ToString("0.0 ms", CultureInfo.InvariantCulture)));
        output.WriteLine($"| {(drift > 0 ? "fast" : "slow")} | {jitter} | {(hasPauses ? "with quiet moments" : "without a pause")} "
            + $"| {text} | {state.Skipped} | {state.Held} | {state.Missing} |");
    }
}
