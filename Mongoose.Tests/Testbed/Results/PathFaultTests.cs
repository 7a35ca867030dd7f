using Mongoose.Client.Merging;
using Mongoose.Client.Requests;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Wav;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Testbed.Results;

/// <summary>
/// Paths that cannot be used, for each of several reasons: whatever reads or writes a file throws the exception that it documents.
/// </summary>
public sealed class PathFaultTests
{
    private static readonly string[] Paths = ["", "a\0b", new('x', 300), "no/such/folder/file"];

    private static readonly (string Name, Action<string> Use, Type Thrown)[] Uses =
    [
        ("textures", path => TextureFile.Read(path), typeof(FormatException)),
        ("part", path => PartReader.Read(path, CancellationToken.None), typeof(UnreadablePartException)),
        ("trace", path => TraceFile.Read(path), typeof(InvalidDataException)),
        ("mixer", path => MixerFile.Read(path), typeof(SettingsException)),
        ("speech", path => WavSpeech.Read(path), typeof(FormatException)),
        ("recording", path => new WavFile(path, AudioFormat.Pcmu).Dispose(), typeof(IOException)),
        ("result", path => TestbedJson.Read(path), typeof(ResultFormatException)),
        ("rows", path => MatrixText.ReadFile(path), typeof(ResultFormatException)),
        ("results", path => ReportFolder.Read(path), typeof(ResultFormatException)),
        ("scenario", path => _ = new ScenarioFile(path), typeof(ScenarioException)),
        ("output", path => OutputFile.Write(path, ""), typeof(OutputException)),
        ("check", OutputFile.CheckWritable, typeof(OutputException)),
        ("rows to append", path => OutputFile.Append(path, ""), typeof(OutputException)),
    ];

    [TestCaseSource(nameof(Uses))]
    public void A_path_that_cannot_be_used_is_reported_as_documented((string Name, Action<string> Use, Type Thrown) file)
    {
        foreach (string path in Paths)
            Assert.That(() => file.Use(path), Throws.InstanceOf(file.Thrown), $"{file.Name}: '{path}'");
    }

    [TestCaseSource(nameof(Uses))]
    public void A_folder_in_place_of_a_file_is_reported_as_documented((string Name, Action<string> Use, Type Thrown) file)
    {
        string folder = Directory.CreateTempSubdirectory("mongoose-tests-").FullName;
        try
        {
            Assert.That(() => file.Use(folder), Throws.InstanceOf(file.Thrown));
        }
        finally
        {
            Directory.Delete(folder);
        }
    }
}
