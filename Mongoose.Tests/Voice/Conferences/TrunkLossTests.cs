using Mongoose.Core.Units;
using Mongoose.Tests.Voice.Audio;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A packet of a client is lost, and its voice is concealed wherever it is heard.</summary>
[Category("Opus")]
public class TrunkLossTests
{
    [SetUp]
    public void Require() => OpusLibraries.RequireNative();

    private const int Rate = 48_000, Window = Rate / 200;

    [TestCase("", "opus")]
    [TestCase("opus", "opus")]
    [TestCase("PCMU", "opus")]
    [TestCase("L16/16000", "opus")]
    [TestCase("opus", "L16/48000")]
    [TestCase("PCMU", "L16/48000")]
    public void A_lost_frame_is_no_hole(string trunk, string spoken)
    {
        using ConferenceRig rig = new();
        AudioFormat.TryParse(spoken, out AudioFormat format);
        AudioFormat listened = new(AudioCodec.L16, Rate, 1);
        (Conference near, Conference far) = Mixers(rig, trunk, spoken, listened);
        RigClient listener = rig.Attach(far, 0, 12, listened), speaker = new(11, rig.Frame, format, listened);
        rig.Run(1);
        rig.Speak(speaker, near, 1, rig.Frame * 0.3);
        speaker.Say([.. Enumerable.Range(0, 3 * Rate).Select(i => (short)(8000 * Math.Sin(2 * Math.PI * 200 * i / Rate)))]);
        rig.Run(1.5);
        _ = speaker.NextPacket();
        rig.Run(2.5);
        double[] loudness = Loudness(listener.Sum());
        Assert.That(loudness, Has.Length.GreaterThan(500));
        Assert.That(loudness.Min(), Is.GreaterThan(loudness.Max() / 8), "the quietest 5 ms");
    }

    private static (Conference Near, Conference Far) Mixers(ConferenceRig rig, string trunk, string spoken, AudioFormat listened)
    {
        PeerOptions listener = ConferenceRig.Client("listener", codec: listened.ToString()),
            speaker = ConferenceRig.Client("speaker", codec: spoken);
        if (trunk.Length == 0)
        {
            Conference one = rig.Add(1, listener, speaker);
            return (one, one);
        }
        PeerOptions line = ConferenceRig.Mixer("line") with { Codec = trunk, Rule = "fixed" };
        Conference near = rig.Add(1, line, speaker), far = rig.Add(2, listener, line);
        rig.Connect(near, 0, far, 1, Duration.FromMilliseconds(30));
        return (near, far);
    }

    /// <summary>Windows of 5 ms, from the beginning of the voice to its end.</summary>
    private static double[] Loudness(int[] heard)
    {
        int begin = Array.FindIndex(heard, sample => Math.Abs(sample) > 4000) + Rate / 10,
            end = Array.FindLastIndex(heard, sample => Math.Abs(sample) > 4000) - Rate / 10;
        return [.. heard[begin..end].Chunk(Window).SkipLast(1).Select(window => Math.Sqrt(window.Sum(sample => (double)sample * sample)))];
    }
}
