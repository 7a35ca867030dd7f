using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed.Results.Matrix;

public sealed class MatrixFileTests
{
    private TemporaryDirectory _directory = null!;
    private string _path = "";

    [SetUp]
    public void CreateDirectory()
    {
        _directory = new TemporaryDirectory();
        _path = Path.Combine(_directory.Path, "matrix.csv");
    }

    [TearDown]
    public void DeleteDirectory() => _directory.Dispose();

    private static MatrixRow Row(string rtt, string queue, params (string Name, double Value)[] stats)
    {
        OrderedMap<double> map = [];
        foreach ((string name, double value) in stats)
            map.Add(name, value);
        return new MatrixRow { Levels = [rtt, queue], Stats = map };
    }

    private MatrixFile Open() => MatrixFile.Open(_path, "rttMs", "queue");

    [Test]
    public void Rows_are_in_the_file_as_soon_as_they_are_added_and_are_read_back_exactly()
    {
        MatrixFile file = Open();
        file.Add(Row("20", "fifo, 1 BDP", ("a.x", 0.1 + 0.2)));
        file.Add(Row("50", "codel", ("a.x", double.NaN)));
        Assert.That(File.ReadAllText(_path),
            Is.EqualTo("rttMs,queue,outcome,a.x\n20,\"fifo, 1 BDP\",done,0.30000000000000004\n50,codel,done,\n"));
        MatrixTable table = MatrixFile.Read(_path);
        Assert.That(table.Rows[0].Stats["a.x"], Is.EqualTo(0.1 + 0.2));
        Assert.That(table.Rows[0].Levels, Is.EqualTo(new[] { "20", "fifo, 1 BDP" }));
        Assert.That(table.Rows[1].Stats.Count, Is.Zero);
    }

    [Test]
    public void An_incomplete_row_is_removed_and_its_cell_is_not_done()
    {
        Open().Add(Row("20", "fifo", ("a.x", 1)));
        File.AppendAllText(_path, "50,fifo,done,12");
        MatrixFile resumed = Open();
        Assert.That((resumed.Contains(["20", "fifo"]), resumed.Contains(["50", "fifo"])), Is.EqualTo((true, false)));
        resumed.Add(Row("50", "fifo", ("a.x", 123)));
        Assert.That(File.ReadAllText(_path), Is.EqualTo("rttMs,queue,outcome,a.x\n20,fifo,done,1\n50,fifo,done,123\n"));
    }

    [Test]
    public void A_new_stat_gets_its_own_column()
    {
        MatrixFile file = Open();
        file.Add(Row("20", "fifo", ("a.x", 1)));
        file.Add(Row("20", "codel", ("marked", 2)));
        Assert.That(File.ReadAllText(_path), Is.EqualTo("rttMs,queue,outcome,a.x,marked\n20,fifo,done,1,\n20,codel,done,,2\n"));
    }

    [Test]
    public void The_columns_of_stats_do_not_depend_on_which_row_was_first()
    {
        MatrixFile file = Open();
        file.Add(Row("20", "codel", ("marked", 2), ("b", 4), ("B", 5)));
        file.Add(Row("20", "fifo", ("a.x", 1), ("a-x", 6)));
        Assert.That(File.ReadAllText(_path),
            Is.EqualTo("rttMs,queue,outcome,B,a-x,a.x,b,marked\n20,codel,done,5,,,4,2\n20,fifo,done,,6,1,,\n"));
        Assert.That(file.Table.Rows[0].Stats.Names, Is.EqualTo(MatrixFile.Read(_path).Rows[0].Stats.Names)
            .And.EqualTo(new[] { "B", "b", "marked" }));
    }

    [Test]
    public void A_file_whose_columns_are_in_another_order_is_resumed_with_all_its_values()
    {
        File.WriteAllText(_path, "rttMs,queue,outcome,x,never,a\n20,fifo,done,1,,2\n");
        Open().Add(Row("50", "fifo", ("x", 3)));
        Assert.That(File.ReadAllText(_path), Is.EqualTo("rttMs,queue,outcome,a,x\n20,fifo,done,2,1\n50,fifo,done,,3\n"));
    }

    [Test]
    public void An_arranged_file_does_not_depend_on_the_order_of_completion()
    {
        MatrixFile file = Open();
        file.Add(Row("50", "fifo", ("a.x", 2)));
        file.Add(Row("20", "fifo", ("a.x", 1)));
        file.Arrange([["20", "fifo"], ["50", "fifo"]]);
        Assert.That(MatrixFile.Read(_path).Rows.Select(row => row.Levels[0]), Is.EqualTo(new[] { "20", "50" }));
    }

    [Test]
    public void A_cell_that_did_not_run_has_the_reason_on_one_line()
    {
        Open().Add(Row("20", "fifo") with { Outcome = "excluded: the queue is\nshorter than a packet" });
        Assert.That(MatrixFile.Read(_path).Rows[0].Outcome, Is.EqualTo("excluded: the queue is shorter than a packet"));
    }

    [Test]
    public void Other_factors_are_rejected_and_the_file_is_not_modified()
    {
        Open().Add(Row("20", "fifo", ("a.x", 1)));
        string before = File.ReadAllText(_path);
        Assert.That(() => MatrixFile.Open(_path, "loss"),
            Throws.TypeOf<ResultFormatException>().With.Message.Contains("its factors are rttMs, queue, not loss"));
        Assert.That(File.ReadAllText(_path), Is.EqualTo(before));
    }

    [TestCase("a,b\n", "not a matrix")]
    [TestCase("f,outcome,x\n1,done\n", "line 2 has 2 fields, but the first line has 3")]
    [TestCase("f,outcome,x\n1,done,much\n", "line 2, x: much is not a number")]
    [TestCase("f,outcome\n1,done\n1,done\n", "line 3 repeats the row 1")]
    [TestCase("f,outcome,x,x\n1,done,2,2\n", "the first line has the column x twice")]
    public void An_invalid_matrix_file_is_rejected_with_the_line_of_its_error(string text, string expected)
    {
        File.WriteAllText(_path, text);
        Assert.That(() => MatrixFile.Read(_path), Throws.TypeOf<ResultFormatException>().With.Message.Contains(expected));
    }

    [Test]
    public void Many_threads_may_add_rows()
    {
        MatrixFile file = Open();
        Parallel.For(0, 64, i => file.Add(Row($"{i}", "fifo", ("a.x", i))));
        Assert.That(MatrixFile.Read(_path).Rows.Select(row => row.Stats["a.x"]).Order(),
            Is.EqualTo(Enumerable.Range(0, 64).Select(i => (double)i)));
    }

    [Test]
    public void A_stat_against_two_factors_is_a_grid_averaged_over_the_other_factors()
    {
        MatrixTable table = new(["rttMs", "loss", "seed"],
        [
            Cell("20", "1", "1", 10), Cell("20", "1", "2", 20), Cell("100", "1", "1", 30), Cell("100", "5", "1", 40),
        ]);
        GridSeries grid = table.Grid("rttMs", "loss", "x");
        Assert.That((grid.X, grid.Y), Is.EqualTo((new[] { 20.0, 100 }, new[] { 1.0, 5 })));
        Assert.That(grid.Values, Is.EqualTo(new[] { new[] { 15.0, 30 }, [double.NaN, 40] }));
        PointSeries[] lines = table.Points("rttMs", "x", "loss");
        Assert.That(lines.Select(line => line.Name), Is.EqualTo(new[] { "1", "5" }));
        Assert.That(lines[0].Y, Is.EqualTo(new[] { 15.0, 30 }));
        Assert.That(() => table.Grid("rtt", "loss", "x"),
            Throws.ArgumentException.With.Message.Contains("the factors are rttMs, loss, seed"));
    }

    private static MatrixRow Cell(string rtt, string loss, string seed, double x) =>
        new() { Levels = [rtt, loss, seed], Stats = new() { { "x", x } } };
}
