using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Results.Matrix;

/// <summary>The parts of a matrix in one file: every split gives the bytes of one process, and every fault is named.</summary>
public sealed class MatrixMergeTests
{
    private const string Header = "rttMs,seed,outcome,x\n";

    private static readonly string[] Factors = ["rttMs", "seed"];
    private static readonly string[][] Runs = [["20", "1"], ["20", "2"], ["50, long", "1"], ["50, long", "2"]];
    private static readonly string[] StatNames = ["x", "B", "a.b", "a-b", "ä"];

    private TemporaryDirectory _directory = null!;

    [SetUp]
    public void CreateDirectory() => _directory = new TemporaryDirectory();

    [TearDown]
    public void DeleteDirectory() => _directory.Dispose();

    [ForAll(MaxTest = 80, Replay = "20261126,7")]
    public void Any_split_of_the_rows_in_any_order_gives_the_bytes_of_one_process(int seed)
    {
        using TemporaryDirectory directory = new();
        Random random = new(seed);
        string[][] runs = Enumerable.Range(0, random.Next(1, 30)).Select(i => new[] { $"{i / 3}", $"{i % 3}" }).ToArray();
        MatrixRow[] rows = Array.ConvertAll(runs, levels => RandomRow(random, levels));
        string expected = Save(Path.Combine(directory.Path, "one.csv"), rows, runs);

        int count = random.Next(1, 6);
        int[] owners = Array.ConvertAll(rows, _ => random.Next(count));
        string[] parts = Enumerable.Range(0, count).Select(part => Path.Combine(directory.Path, $"{part}.csv")).ToArray();
        for (int part = 0; part < count; part++)
        {
            MatrixRow[] own = rows.Where((_, i) => owners[i] == part || random.Next(4) == 0).ToArray(); // Some rows are in several parts.
            random.Shuffle(own);
            Save(parts[part], random.Next(2) == 0 ? [RandomRow(random, ["other", "9"]), .. own] : own, random.Next(2) == 0 ? runs : []);
        }
        random.Shuffle(parts);
        string[] before = Array.ConvertAll(parts, File.ReadAllText);
        string whole = Path.Combine(directory.Path, "whole.csv");
        MatrixMerge merge = new(whole, Factors, runs);
        Assert.That(merge.Read(parts), Is.Empty);
        Assert.That(merge.Missing, Is.Empty);
        merge.Write();
        Assert.That(File.ReadAllText(whole), Is.EqualTo(expected));
        Assert.That(parts.Select(File.ReadAllText), Is.EqualTo(before), "parts are only read");
    }

    [Test]
    public void Line_ends_of_Windows_make_no_difference()
    {
        string rows = Header + "20,1,done,4\n20,2,done,5\n";
        File.WriteAllText(In("a.csv"), rows.Replace("\n", "\r\n"));
        Merge(In("a.csv"), Part("b.csv", "50,1,done,6\n")).Write();
        Assert.That(File.ReadAllText(In("whole.csv")), Does.StartWith(rows).And.Not.Contain("\r"));
    }

    [Test]
    public void Missing_runs_are_named_and_the_rows_that_exist_are_written()
    {
        MatrixMerge merge = Merge(Part("a.csv", "20,2,done,5\n"), Part("b.csv", "20,1,done,4\n"));
        Assert.That(merge.Missing, Is.EqualTo(new[] { 2, 3 }));
        Assert.That(merge.Write().Rows, Has.Count.EqualTo(2));
        Assert.That(File.ReadAllText(In("whole.csv")), Is.EqualTo(Header + "20,1,done,4\n20,2,done,5\n"));
    }

    [Test]
    public void A_row_that_was_being_written_is_missing()
    {
        MatrixMerge merge = Merge(Part("a.csv", "20,1,done,4\n20,2,done,5"));
        Assert.That(merge.Parts.Single().EndsIncomplete);
        Assert.That(merge.Missing.First(), Is.EqualTo(1));
    }

    [Test]
    public void Rows_of_other_versions_are_counted_and_not_merged()
    {
        MatrixMerge merge = Merge(Part("a.csv", "20,1,done,4\n20,3,done,5\n30,1,done,6\n"));
        Assert.That((merge.Parts.Single().Runs, merge.Parts.Single().Others), Is.EqualTo((new[] { 0 }, 2)));
        merge.Write();
        Assert.That(File.ReadAllText(In("whole.csv")), Is.EqualTo(Header + "20,1,done,4\n"));
    }

    [Test]
    public void A_row_that_two_parts_have_is_accepted_if_it_is_the_same() =>
        Assert.That(Merge(Part("a.csv", "20,1,done,4\n"), Part("b.csv", "20,2,done,5\n20,1,done,4.0\n")).Missing,
            Is.EqualTo(new[] { 2, 3 }));

    [TestCase("20,1,done,4.5\n", "x is 4.5, not 4")]
    [TestCase("20,1,done,\n", "x is missing, not 4")]
    [TestCase("20,1,excluded,4\n", "the outcome is excluded, not done")]
    public void A_row_that_differs_between_two_parts_is_refused_and_both_files_are_named(string row, string difference)
    {
        string a = Part("a.csv", "20,1,done,4\n"), b = Part("b.csv", row);
        Assert.That(ProblemsOf(a, b), Is.EqualTo(new[]
        {
            $"{b}: its run rttMs 20, seed 1 is not that of {a}: {difference}; merge only one of the two files, or delete one of the rows",
        }));
        Assert.That(File.Exists(In("whole.csv")), Is.False);
    }

    [Test]
    public void A_file_that_exists_counts_as_a_part_and_keeps_all_its_rows()
    {
        File.WriteAllText(In("whole.csv"), Header + "10,1,done,1\n50,1,done,2\n\"50, long\",1,done,3\n");
        Merge(Part("a.csv", "20,1,done,4\n"), Part("b.csv", "20,2,done,5\n\"50, long\",1,done,3\n")).Write();
        Assert.That(File.ReadAllText(In("whole.csv")),
            Is.EqualTo(Header + "20,1,done,4\n20,2,done,5\n\"50, long\",1,done,3\n10,1,done,1\n50,1,done,2\n"));
        Assert.That(ProblemsOf(Part("c.csv", "20,1,done,7\n")).Single(),
            Does.Contain($"c.csv: its run rttMs 20, seed 1 is not that of {In("whole.csv")}: x is 7, not 4;"));
    }

    [Test]
    public void Every_faulty_part_is_named_in_a_line()
    {
        File.WriteAllText(In("json.csv"), "{}\n");
        File.WriteAllText(In("other.csv"), "rttMs,realSeed,outcome\n");
        File.WriteAllText(In("empty.csv"), "");
        Directory.CreateDirectory(In("folder"));
        Assert.That(ProblemsOf(In("none.csv"), In("json.csv"), In("other.csv"), In("empty.csv"), In("folder"), Part("good.csv", "")),
            Is.EqualTo(new[]
        {
            $"{In("none.csv")}: there is no such file",
            $"{In("json.csv")}: not a matrix: the first line has no factor before the column outcome",
            $"{In("other.csv")}: its factors are rttMs, realSeed, not rttMs, seed",
            $"{In("empty.csv")}: not a matrix: the first line has no factor before the column outcome",
            $"{In("folder")}: it is a folder, not a file",
        }));
    }

    private static MatrixRow RandomRow(Random random, string[] levels)
    {
        OrderedMap<double> stats = [];
        foreach (string name in StatNames.Where(_ => random.Next(3) > 0))
        {
            stats.Add(name, random.Next(8) switch
            {
                0 => double.NaN,
                1 => double.PositiveInfinity,
                2 => -0.0,
                3 => random.Next(100),
                _ => random.NextDouble() * Math.Pow(10, random.Next(-300, 300)),
            });
        }
        return new MatrixRow
        {
            Levels = levels,
            Stats = stats,
            Outcome = random.Next(9) == 0 ? "excluded,\nbecause \"so\"" : MatrixRow.Done
        };
    }

    /// <summary>Saves rows as a process does; without an order it is interrupted before its end. Returns the text.</summary>
    private static string Save(string path, MatrixRow[] rows, string[][] order)
    {
        MatrixFile file = MatrixFile.Open(path, Factors);
        foreach (MatrixRow row in rows)
            file.Add(row);
        if (order.Length > 0)
            file.Arrange(order);
        return File.ReadAllText(path);
    }

    private string In(string name) => Path.Combine(_directory.Path, name);

    private string Part(string name, string rows)
    {
        File.WriteAllText(In(name), Header + rows);
        return In(name);
    }

    private MatrixMerge Merge(params string[] parts)
    {
        MatrixMerge merge = new(In("whole.csv"), Factors, Runs);
        Assert.That(merge.Read(parts), Is.Empty);
        return merge;
    }

    private IReadOnlyList<string> ProblemsOf(params string[] parts) => new MatrixMerge(In("whole.csv"), Factors, Runs).Read(parts);
}
