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

Dictionary<string, Action<TextWriter>> reports = new()
{
    ["yardstick"] = StockYardstick.Run,
    ["capacity"] = RegionCapacity.Run,
    ["path-control"] = PathControlCost.Run,
    ["current-data"] = CurrentDataCost.Run,
    ["protection"] = ProtectionReport.Run,
    ["rates"] = RateChangeCost.Run,
    ["events"] = EventEngine.Run,
};

switch (args)
{
    case [var name] when reports.TryGetValue(name, out Action<TextWriter>? write):
        write(Console.Out);
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
