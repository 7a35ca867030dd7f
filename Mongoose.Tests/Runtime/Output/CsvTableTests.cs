namespace Mongoose.Tests.Runtime.Output;

[Parallelizable(ParallelScope.All)]
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
}
