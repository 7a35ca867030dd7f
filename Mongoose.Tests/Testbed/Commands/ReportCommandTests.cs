using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "report", tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class ReportCommandTests : InTemporaryDirectory
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public async Task All_results_of_a_directory_become_one_page(CancellationToken deadline)
    {
        Save("a.json", SampleTestbedResult.Create(seeds: 2));
        Save("below/b.json", SampleTestbedResult.Create(seeds: 1));
        (int code, string output, string[] errors) = await Run(deadline, "report", ".");
        Assert.That((code, errors.Length), Is.EqualTo((0, 0)));
        string page = Path.Combine(Folder, "report.html");
        Assert.That(output, Does.StartWith("2 results: ").And.Contain("report.html"));
        Assert.That(await File.ReadAllTextAsync(page, deadline), Does.Contain("result-2").And.Not.Contain("result-3"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_file_that_is_not_a_result_is_skipped_and_reported_with_the_reason(CancellationToken deadline)
    {
        Save("a.json", SampleTestbedResult.Create(seeds: 1));
        string good = await File.ReadAllTextAsync(Path.Combine(Folder, "a.json"), deadline);
        Save("later.json", good.Replace("mongoose-testbed/1", "mongoose-testbed/2"));
        Save("notes.json", "{\n\"a\": oops }");
        (int code, _, string[] errors) = await Run(deadline, "report", ".", "--report", "page.html");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors, Is.EqualTo(new[]
        {
            "mongoose-testbed: skipped: ./later.json: expected schema mongoose-testbed/1, found mongoose-testbed/2",
            "mongoose-testbed: skipped: ./notes.json: line 2: 'o' is an invalid start of a value",
        }));
        Assert.That(await File.ReadAllTextAsync(Path.Combine(Folder, "page.html"), deadline), Does.Contain("result-1"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_directory_without_results_is_reported_with_the_reasons(CancellationToken deadline)
    {
        Save("other.json", "[]");
        (int code, string output, string[] errors) = await Run(deadline, "report", ".");
        Assert.That((code, output), Is.EqualTo((2, "")));
        Assert.That(errors, Is.EqualTo(new[]
        {
            "mongoose-testbed: .: has no result of schema mongoose-testbed/1 (*.json)",
            "mongoose-testbed: ./other.json: expected schema mongoose-testbed/1, found none",
        }));
        (code, _, errors) = await Run(deadline, "report", "nowhere");
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors, Is.EqualTo(new[] { "mongoose-testbed: nowhere: no such directory" }));
    }

    [Test, CancelAfter(Deadline), Platform("Linux")]
    public async Task A_page_that_cannot_be_written_is_reported(CancellationToken deadline)
    {
        Save("a.json", SampleTestbedResult.Create(seeds: 1));
        (int code, _, string[] errors) = await Run(deadline, "report", ".", "--report", "/dev/full");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors, Is.EqualTo(new[] { "mongoose-testbed: cannot write /dev/full: there is no space left on the device" }));
    }

    private Task<(int Code, string Output, string[] Errors)> Run(CancellationToken deadline, params string[] arguments) =>
        ProgramProcess.Run(Folder, deadline, arguments);

    private void Save(string name, TestbedResult result) => Save(name, TestbedJson.Serialise(result));

    private void Save(string name, string text)
    {
        string path = Path.Combine(Folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
