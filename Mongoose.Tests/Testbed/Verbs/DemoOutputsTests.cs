using Mongoose.Testbed.Results;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Tests.Testbed.Verbs;

[Parallelizable(ParallelScope.All)]
public sealed class DemoOutputsTests
{
    [Test]
    public void Everything_may_go_into_the_directory_that_the_tables_create()
    {
        using TemporaryDirectory directory = new();
        string At(string name) => Path.Combine(directory.Path, "out", name);
        DemoOutputs outputs = new(At("demo.json"), Path.Combine(directory.Path, "out"), At("demo.html"));
        outputs.Check();
        Assert.That(Directory.GetFiles(Path.Combine(directory.Path, "out")), Is.Empty, "a check leaves nothing");
        outputs.Write(SampleResult.Demo());
        Assert.That(Directory.GetFiles(Path.Combine(directory.Path, "out")).Select(Path.GetFileName), Is.EquivalentTo(
            new[] { "demo.json", "demo.html", ResultCsv.RunsFile, ResultCsv.ThroughputFile, ResultCsv.TaskDelayFile }));
    }
}
