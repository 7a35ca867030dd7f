using System.Diagnostics;
using System.Globalization;
using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>The time and memory of a large merge by the real program in a process of its own.</summary>
public sealed class MergeScaleTests
{
    private const int Shards = 64, Bots = 1000, Seconds = 60;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5), Promised = TimeSpan.FromSeconds(30);

    [Test, Measured, Explicit("two minutes and 1 GB of disk; docs/bots/bots.md has the figures")]
    public void Sixty_four_parts_of_a_thousand_bots_are_merged_in_half_a_minute_from_less_than_1_GB()
    {
        using TemporaryDirectory directory = new();
        long bytes = WriteParts(directory.Path);
        (TimeSpan time, double megabytes, int code) = Merge(directory.Path);
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{Shards} parts of {Bots} bots, {Seconds} s, {bytes / 1e6:0} MB: {time.TotalSeconds:0.0} s, {megabytes:0} MB peak"));
        Assert.That(code, Is.EqualTo(ExitCode.Good));
        Assert.That(File.ReadLines(Path.Combine(directory.Path, "csv", "seconds.csv")).LongCount(),
            Is.EqualTo(1 + (long)Shards * Bots * Seconds));
        Assert.That(megabytes, Is.LessThan(1000));
        Assert.That(time, Is.LessThan(Promised));
    }

    private static long WriteParts(string directory)
    {
        MadeRun run = new(Shards * Bots, Seconds);
        long bytes = 0;
        for (int shard = 0; shard < Shards; shard++)
        {
            string file = Path.Combine(directory, $"part-{shard}.json");
            File.WriteAllText(file, BotJson.Serialise(run.Part(shard, Shards)));
            bytes += new FileInfo(file).Length;
        }
        return bytes;
    }

    private static (TimeSpan Time, double Megabytes, int Code) Merge(string directory)
    {
        Stopwatch time = Stopwatch.StartNew();
        using Process process = Process.Start(new ProcessStartInfo(HostProgram.Dotnet,
        [
            Path.Combine(AppContext.BaseDirectory, "mongoose-bot.dll"), "merge",
            .. Enumerable.Range(0, Shards).Select(shard => $"part-{shard}.json"),
            "--json", "whole.json", "--csv", "csv", "--report", "whole.html", "--quiet", "--fail-if", "failed_bots>0",
        ])
        { WorkingDirectory = directory })!;
        double megabytes = 0;
        // The peak is not available once a process has ended.
        while (!process.WaitForExit(20))
        {
            process.Refresh();
            megabytes = Math.Max(megabytes, process.HasExited ? 0 : process.PeakWorkingSet64 / 1e6);
            if (time.Elapsed > Patience)
                process.Kill(entireProcessTree: true);
        }
        return (time.Elapsed, megabytes, process.ExitCode);
    }
}
