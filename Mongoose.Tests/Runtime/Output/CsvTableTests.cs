namespace Mongoose.Tests.Runtime.Output;

public sealed class CsvTableTests
{
    [Test]
    public void Fields_are_quoted_where_RFC_4180_requires_it()
    {
        CsvTable table = new("a", "b");
        table.Add("x,y", "say \"hi\"");
        table.Add("two\nlines", 1.5);
        Assert.That(table.ToString(), Is.EqualTo("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",1.5\n"));
    }

    [Test]
    public void Rows_that_are_not_kept_have_the_same_format()
    {
        double[] numbers = [1, -0.00004, 12345.678949, 1e300, double.NaN, double.PositiveInfinity];
        CsvTable table = new("bot", "a", "b", "c", "d", "e", "f");
        table.Add(["x,y", .. numbers.Select(number => (object)number)]);
        using StringWriter text = new();
        CsvRows rows = new(text);
        rows.Header(["bot", "a", "b", "c", "d", "e", "f"]);
        rows.Add("x,y", numbers);
        Assert.That(text.ToString(), Is.EqualTo(table.ToString()));
    }
}
