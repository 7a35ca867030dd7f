using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Results;

/// <summary>Files that earlier builds have written, in Samples: they are read, and written again with the same bytes.</summary>
public sealed class PublishedResultTests
{
    private static string Sample(string name) => Path.Combine(Repository.Root(), "Mongoose.Tests", "Client", "Results", "Samples", name);

    [TestCase("parts/part-0.json")]
    [TestCase("parts/part-1.json")]
    [TestCase("parts/whole.json")]
    [TestCase("version-0.2.0/whole.json")]
    public void A_result_is_written_with_the_same_keys_in_the_same_order(string file)
    {
        string text = File.ReadAllText(Sample(file));
        Assert.That(BotJson.Serialise(BotJson.Parse(text)), Is.EqualTo(text));
    }

    [Test]
    public void Parts_add_up_to_the_same_files()
    {
        using TemporaryDirectory directory = new();
        Merge(directory.Path, "parts", ["part-0.json", "part-1.json"], "--fail-if", "failed_bots>0");
        foreach (string table in (string[])["bots.csv", "seconds.csv", "parts.csv"])
            Assert.That(WithoutFolder(Path.Combine(directory.Path, table), "parts"),
                Is.EqualTo(File.ReadAllText(Sample($"parts/{table}"))), table);
    }

    [Test]
    public void A_result_of_version_0_2_0_is_merged_as_it_was()
    {
        using TemporaryDirectory directory = new();
        Merge(directory.Path, "version-0.2.0", ["part.json"]);
    }

    private static void Merge(string directory, string folder, string[] parts, params string[] options)
    {
        string whole = Path.Combine(directory, "whole.json");
        string[] files = [.. parts.Select(part => Sample($"{folder}/{part}"))];
        BotOutcome outcome = BotOutcome.Of(["merge", .. files, "--json", whole, "--csv", directory, "--quiet", .. options]);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid), outcome.Errors);
        Assert.That(WithoutFolder(whole, folder), Is.EqualTo(File.ReadAllText(Sample($"{folder}/whole.json"))));
    }

    /// <summary>The samples were merged in their own folder.</summary>
    private static string WithoutFolder(string file, string folder) => File.ReadAllText(file).Replace(Sample(folder) + "/", "");
}
