using Mongoose.Core.Channels;

namespace Mongoose.Testbed.Results;

/// <summary>The result as tables for spreadsheets, R and pandas. Runs are numbered from 1, in their order.</summary>
internal static class ResultCsv
{
    public const string RunsFile = "runs.csv";
    public const string ThroughputFile = "throughput.csv";
    public const string TaskDelayFile = "task-delay.csv";

    /// <summary>Creates <paramref name="directory"/> if it is missing and finds out whether <see cref="Write"/> would succeed.</summary>
    /// <exception cref="OutputException">A table cannot be written.</exception>
    public static void CheckWritable(string directory)
    {
        OutputFile.CreateDirectory(directory);
        foreach (string file in (string[])[RunsFile, ThroughputFile, TaskDelayFile])
            OutputFile.CheckWritable(Path.Combine(directory, file));
    }

    /// <summary>Writes the three tables into <paramref name="directory"/>, which is created if it is missing.</summary>
    /// <exception cref="OutputException">One of them cannot be written.</exception>
    public static void Write(DemoResult result, string directory)
    {
        OutputFile.CreateDirectory(directory);
        OutputFile.Write(Path.Combine(directory, RunsFile), Runs(result));
        OutputFile.Write(Path.Combine(directory, ThroughputFile), Throughput(result));
        OutputFile.Write(Path.Combine(directory, TaskDelayFile), TaskDelay(result));
    }

    public static string Runs(DemoResult result)
    {
        CsvTable table = new("run", "server", "throttleKbps", "rttMs", "goodputKbps", "utilisation",
            "taskDelayP50Ms", "taskDelayP99Ms", "taskDelayMaxMs", "textureSeconds", "cpuPercent",
            "lossPercent", "resends", "ackStalls", "lineKbps");
        foreach ((int number, RunResult run) in Numbered(result))
        {
            table.Add(number, run.Server, run.ThrottleKbps, run.RttMs, run.GoodputKbps, run.Utilisation,
                run.TaskDelayMs.P50, run.TaskDelayMs.P99, run.TaskDelayMs.Max, run.TextureSeconds, run.CpuPercent,
                run.LossPercent, run.Resends, run.AckStalls, run.LineKbps);
        }
        return table.ToString();
    }

    /// <summary>One row to each run, time bin and channel; the time is the start of the bin.</summary>
    public static string Throughput(DemoResult result)
    {
        CsvTable table = new("run", "server", "throttleKbps", "timeS", "channel", "kbps");
        foreach ((int number, RunResult run) in Numbered(result))
        {
            foreach (Channel channel in Enum.GetValues<Channel>())
            {
                double[] bins = run.Series.Of(channel);
                for (int i = 0; i < bins.Length; i++)
                    table.Add(number, run.Server, run.ThrottleKbps, i * run.Series.BinMs / 1000, channel, bins[i]);
            }
        }
        return table.ToString();
    }

    public static string TaskDelay(DemoResult result)
    {
        CsvTable table = new("run", "quantile", "ms");
        foreach ((int number, RunResult run) in Numbered(result))
        {
            double[] delays = run.Series.TaskDelayMs;
            for (int i = 0; i < delays.Length; i++)
                table.Add(number, i / Math.Max(1.0, delays.Length - 1), delays[i]);
        }
        return table.ToString();
    }

    private static IEnumerable<(int Number, RunResult Run)> Numbered(DemoResult result) =>
        result.Runs.Select((run, index) => (index + 1, run));
}
