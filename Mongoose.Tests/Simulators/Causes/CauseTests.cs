using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes;

/// <summary>
/// The page names the cause of each set-up. By default a few set-ups run, for twenty seconds each. The environment variable
/// MONGOOSE_CAUSES=all runs all set-ups and pairs, MONGOOSE_CAUSES_SECONDS sets the time, and MONGOOSE_CAUSES_SEED adds set-ups that it
/// draws. The tables go to the output, every second to the CSV file that MONGOOSE_CAUSES_FILE names.
/// </summary>
[Category("OpenSim"), Category("Tun")]
[NonParallelizable] // It measures.
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[SupportedOSPlatform("linux")]
public sealed class CauseTests
{
    private const int DrawnSetups = 10;
    private const double Enough = 0.95, FewWrong = 0.02, EnoughOfPair = 0.8;

    private readonly List<SetupOutcome> _alone = [];
    private readonly List<string> _pairs = [];
    private SecondsTable? _table;
    private CauseRuns? _runs;

    private static bool IsAll => Environment.GetEnvironmentVariable("MONGOOSE_CAUSES") == "all";

    private static IEnumerable<Setup> Alone => IsAll ? AllSetups.Alone() : AllSetups.Few();

    private static IEnumerable<Setup> Drawn => Environment.GetEnvironmentVariable("MONGOOSE_CAUSES_SEED") is { } seed
        ? AllSetups.Drawn(long.Parse(seed, CultureInfo.InvariantCulture), DrawnSetups) : [];

    private static IEnumerable<TestCaseData> Pairs =>
        (IsAll ? AllSetups.Pairs() : AllSetups.Pairs().Take(1)).Select(pair => new TestCaseData(pair.One, pair.Other));

    private static IEnumerable<Setup> Advised => IsAll ? AllSetups.Advised() : AllSetups.Advised().Take(1);

    [OneTimeSetUp]
    public void Begin()
    {
        OpenSimBin bin = InstalledOpenSim.FindOrSkip();
        int seconds = int.Parse(Environment.GetEnvironmentVariable("MONGOOSE_CAUSES_SECONDS") ?? "20", CultureInfo.InvariantCulture);
        _table = new SecondsTable(Environment.GetEnvironmentVariable("MONGOOSE_CAUSES_FILE")
            ?? Path.Combine(TestContext.CurrentContext.WorkDirectory, "causes.csv"));
        _runs = new CauseRuns(bin, ModuleFixture.Module(), _table, seconds);
    }

    [OneTimeTearDown]
    public void Finish()
    {
        _table?.Dispose();
        Print("| set-up | cause | named after, s | right, % | wrong, % | visitors with another cause | others with this"
            + " | seconds by the cause named first |",
            [.. _alone.Select(outcome => outcome.Row)]);
        ConfusionMatrix matrix = new(_alone);
        Print(matrix.Head, [.. matrix.Rows]);
        Print("| pair | comfort | without the first | without the second | right, % | seconds by the cause named first |", _pairs);
    }

    [TestCaseSource(nameof(Alone)), TestCaseSource(nameof(Drawn))]
    public void A_single_cause_is_named_soon_and_steadily(object setup)
    {
        SetupOutcome outcome = _runs!.Run((Setup)setup);
        _alone.Add(outcome);
        Assert.Multiple(() =>
        {
            Assert.That(outcome.NamedAfter, Is.Not.Null.And.AtMost(outcome.Setup.Soon), outcome.Row);
            Assert.That(outcome.Right, Is.AtLeast(Enough), outcome.Row);
            Assert.That(outcome.Wrong, Is.AtMost(FewWrong), outcome.Row);
            Assert.That(outcome.WrongOthers, Is.AtMost(FewWrong), outcome.Row);
        });
    }

    [TestCaseSource(nameof(Pairs))]
    public void Of_two_causes_the_one_is_named_first_whose_end_helps_most(object one, object other)
    {
        PairOutcome outcome = _runs!.Run((Setup)one, (Setup)other);
        _pairs.Add(outcome.Row);
        Assert.That(outcome.Right, Is.AtLeast(EnoughOfPair), outcome.Row);
    }

    [TestCaseSource(nameof(Advised))]
    public void After_what_the_page_advises_the_cause_is_gone(object setup)
    {
        Setup advised = (Setup)setup;
        (IReadOnlyList<Second> before, IReadOnlyList<Second> after) = _runs!.Remove(advised);
        TestContext.Out.WriteLine($"before: {string.Join(' ', before.Select(second => second.Page.By))}; "
            + $"after: {string.Join(' ', after.Select(second => second.Page.By))}");
        Assert.That(before[^1].Names(advised), advised.Name);
        Assert.That(after, Has.None.Matches<Second>(second => second.Names(advised)), advised.Name);
    }

    private static void Print(string head, IReadOnlyCollection<string> rows)
    {
        string[] table = [head, $"|{string.Concat(Enumerable.Repeat("---|", head.Count(sign => sign == '|') - 1))}", .. rows];
        if (rows.Count > 0)
            TestContext.Progress.WriteLine(string.Join('\n', table));
    }
}
