using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Mongoose.Benchmarks;
using Mongoose.Benchmarks.Mixing;
using Perfolizer.Horology;

switch (args)
{
    case ["yardstick"]:
        StockYardstick.Run(Console.Out);
        return 0;
    case ["capacity"]:
        RegionCapacity.Run(Console.Out);
        return 0;
    case ["path-control"]:
        PathControlCost.Run(Console.Out);
        return 0;
    case ["current-data"]:
        CurrentDataCost.Run(Console.Out);
        return 0;
    case ["protection"]:
        ProtectionReport.Run(Console.Out);
        return 0;
    case ["rates"]:
        RateChangeCost.Run(Console.Out);
        return 0;
    case ["events"]:
        EventEngine.Run(Console.Out);
        return 0;
    case ["statements"] or ["statements", _]:
        return StatementCount.Run(args.ElementAtOrDefault(1), Console.Out, Console.Error);
    case [var verb, .. string[] rest] when MixingVerbs.Has(verb):
        return MixingVerbs.Run(verb, rest, Console.Out, Console.Error);
}

// Run in process: toolchains that build a separate project need a runtime of exactly the version that this project targets.
IConfig config = ManualConfig.CreateEmpty()
    .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance)
        .WithMinIterationTime(TimeInterval.FromMilliseconds(100)).WithWarmupCount(6).WithIterationCount(12))
    .AddDiagnoser(MemoryDiagnoser.Default)
    .AddColumnProvider(DefaultColumnProviders.Instance)
    .AddExporter(MarkdownExporter.GitHub)
    .AddLogger(ConsoleLogger.Default)
    .WithSummaryStyle(SummaryStyle.Default.WithTimeUnit(TimeUnit.Nanosecond));
return BenchmarkSwitcher.FromAssembly(typeof(QueueBenchmarks).Assembly).Run(args, config).Any() ? 0 : 1;
