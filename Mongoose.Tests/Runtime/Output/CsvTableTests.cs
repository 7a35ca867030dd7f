namespace Mongoose.Tests.Runtime.Output;

public sealed class CsvTableTests
{
    [Test]
    public void Fields_are_quoted_where_RFC_4180_requires_it()
    {
        CsvTable<(string A, CsvField B)> table = new(("a", row => row.A), ("b", row => row.B));
        Assert.That(table.Text([("x,y", "say \"hi\""), ("two\nlines", 1.5)]),
            Is.EqualTo("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",1.5\n"));
    }

    [TestCase(1, 4, "1")]
    [TestCase(-0.00006, 4, "-0.0001")]
    [TestCase(12345.678949, 4, "12345.6789")]
    [TestCase(12345.678949, null, "12345.678949")]
    [TestCase(1e300, 4, "1E+300")]
    [TestCase(double.NaN, 4, "")]
    [TestCase(double.PositiveInfinity, 4, "")]
    public void Numbers_have_a_point_and_are_empty_if_they_are_not_finite(double number, int? decimals, string field)
    {
        CsvTable<double> table = new(("a", row => row), ("b", row => row)) { Decimals = decimals };
        Assert.That(table.Line(number), Is.EqualTo($"{field},{field}\n"));
    }

    [Test]
    public void Whole_numbers_keep_all_their_digits_and_nothing_is_an_empty_field()
    {
        CsvTable<long> table = new(("count", row => row), ("text", _ => (string?)null), ("number", _ => (double?)null));
        Assert.That(table.Line(long.MaxValue), Is.EqualTo($"{long.MaxValue},,\n"));
    }

    [Test]
    public void A_table_with_two_columns_of_one_name_is_refused() => Assert.That(
        () => new CsvTable<double>(("bot", row => row), ("arrival_ms", row => row), ("arrival_ms", row => row)),
        Throws.ArgumentException.With.Message.StartsWith("the table has the column arrival_ms twice"));
}
