using Mongoose.Core.Loss;
using Mongoose.Tests.Source.ViewerPort.Vectors;

namespace Mongoose.Tests.Source.ViewerPort;

/// <summary>
/// Core behaves as recorded in the vector files, which prove that a port is correct. After an intended change of behaviour, run these tests
/// with MONGOOSE_WRITE_VECTORS=1 to rewrite the files.
/// </summary>
public sealed class VectorTests
{
    private const string WriteVariable = "MONGOOSE_WRITE_VECTORS";

    private static IEnumerable<string> Names => Stories.All.Select(trace => trace.Name);

    private static IEnumerable<(string Name, string Text)> Files =>
        Stories.All.Select(trace => (trace.Name, VectorFile.Write(trace))).Append(("split", VectorFile.Write(SplitVector.All)));

    private static string PathOf(string name) => Path.Combine(VectorFile.Directory, name + ".json");

    [OneTimeSetUp]
    public static void Write()
    {
        if (Environment.GetEnvironmentVariable(WriteVariable) is not "1")
            return;
        foreach ((string name, string text) in Files)
            File.WriteAllText(PathOf(name), text);
    }

    [Test]
    public void Each_file_matches_its_story() => Assert.Multiple(() =>
    {
        foreach ((string name, string text) in Files)
        {
            string file = File.Exists(PathOf(name)) ? File.ReadAllText(PathOf(name)) : "";
            Assert.That(FirstDifference(file, text), Is.Null, $"{name}.json; run with {WriteVariable}=1 to rewrite the files");
        }
    });

    [Test]
    public void Every_file_has_a_story() => Assert.That(
        Directory.GetFiles(VectorFile.Directory).Select(Path.GetFileNameWithoutExtension),
        Is.EquivalentTo(Files.Select(file => file.Name)));

    [TestCaseSource(nameof(Names))]
    public void Core_replays_each_file_to_the_bit(string name)
    {
        Trace trace = VectorFile.ReadTrace(File.ReadAllText(PathOf(name)));
        TracePlayer player = trace.Player();
        foreach (TraceStep step in trace.Steps)
            Assert.That(player.Play(step), Is.EqualTo(step.Then), $"at {step.AtNs} ns");
    }

    [Test]
    public void The_traces_contain_every_kind_of_packet_and_event()
    {
        TraceStep[] steps = Stories.All.SelectMany(trace => trace.Steps).ToArray();
        Assert.That(steps.Select(step => step.Event).Distinct(), Is.EquivalentTo(Enum.GetValues<TraceEvent>()));
        Assert.That(steps.Select(step => step.Then!.Kind).OfType<PacketKind>().Distinct(),
            Is.EquivalentTo(Enum.GetValues<PacketKind>()));
    }

    private static string? FirstDifference(string file, string text)
    {
        foreach ((string now, string wanted) in file.Split('\n').Zip(text.Split('\n')))
        {
            if (now != wanted)
                return $"is {now}, should be {wanted}";
        }
        return file.Length == text.Length ? null : $"has {file.Length} characters, should have {text.Length}";
    }
}
