
namespace Mongoose.Tests.Runtime.Output;

public sealed class ResultOutputsTests : InTemporaryDirectory
{
    private readonly StringWriter _output = new(), _error = new();

    [Test]
    public void People_read_standard_output()
    {
        ResultOutputs outputs = new(null, null, _output, _error);
        Assert.That(outputs.Write(text => text.Write("done"), () => "{}", _ => Assert.Fail("no tables were asked for")), Is.Empty);
        Assert.That((_output.ToString(), _error.ToString(), outputs.HasFiles), Is.EqualTo(("done", "", false)));
    }

    [Test]
    public void People_read_standard_error_if_standard_output_has_the_json()
    {
        ResultOutputs outputs = new(OutputFile.StandardOutput, null, _output, _error);
        Assert.That(outputs.Write(text => text.Write("done"), () => "{}", _ => { }), Is.Empty);
        Assert.That((_output.ToString(), _error.ToString(), outputs.HasFiles), Is.EqualTo(("{}", "done", true)));
    }

    [Test]
    public void What_cannot_be_written_does_not_keep_the_rest_from_being_written()
    {
        string json = Path.Combine(Folder, "none", "result.json");
        string? tables = null;
        using FullWriter full = new();
        IReadOnlyList<string> problems =
            new ResultOutputs(json, Folder, full, _error).Write(text => text.Write("done"), () => "{}", folder => tables = folder);
        Assert.That(problems, Is.EqualTo(new[]
        {
            "cannot write standard output: there is no space left on the device", $"cannot write {json}: its directory does not exist",
        }));
        Assert.That(tables, Is.EqualTo(Folder));
    }

    [Test]
    public void Paths_are_checked_before_a_run()
    {
        Assert.That(() => new ResultOutputs(Path.Combine(Folder, "none", "result.json"), null, _output, _error).Check(_ => { }),
            Throws.InstanceOf<OutputException>());
        Assert.That(() => new ResultOutputs(null, "", _output, _error).Check(folder => OutputFile.CheckWritable(folder)),
            Throws.InstanceOf<OutputException>());
        Assert.That(() => new ResultOutputs(OutputFile.StandardOutput, null, _output,
            _error).Check(_ => Assert.Fail("no tables were asked for")), Throws.Nothing);
    }
}
