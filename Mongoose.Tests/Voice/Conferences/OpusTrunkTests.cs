using Mongoose.Core.Units;
using Mongoose.Tests.Mixer.Alignment;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A mix of Opus is later than a voice that is passed on as it came: by an encoder's delay for each trunk.</summary>
[Category("Opus")]
[Parallelizable(ParallelScope.All)]
public class OpusTrunkTests
{
    private const int Rate = 48_000;
    private const double Seconds = 8;

    /// <summary>Speech that was encoded twice, with another voice in it.</summary>
    private const double Matching = 0.5;

    private static readonly AudioFormat Listened = new(AudioCodec.L16, Rate, 1);

    [SetUp]
    public void Require()
    {
        if (!OpusLibrary.IsInstalled)
            Assert.Ignore(OpusLibrary.HowToInstall);
    }

    /// <param name="spoken">The codec of the voices.</param>
    /// <param name="trunks">Trunks between the voices and the listener, one behind the other.</param>
    /// <param name="thin">The trunk on which the voice changes over.</param>
    [TestCase("opus", 1, 0)]
    [TestCase("opus", 2, 0)]
    [TestCase("opus", 2, 1)]
    [TestCase("opus", 3, 0)]
    [TestCase("opus", 3, 1)]
    [TestCase("opus", 3, 2)]
    [TestCase("L16/48000", 1, 0)]
    [TestCase("L16/48000", 2, 1)]
    public void A_voice_that_changes_over_does_not_move(string spoken, int trunks, int thin)
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, RigClient listener, Conference[] mixers) = Chain(rig, spoken, trunks, thin);
        short[] changing = speakers[0].Say(SampleSpeech.Create(Seconds, Rate, seed: 1, gain: 0.9).Samples.ToArray());
        List<int> alone = [];
        for (int second = 0; second < Seconds; second++)
        {
            if (second is 2 or 5)
                speakers[1].Say(SampleSpeech.Create(1.5, Rate, second, gain: 0.2).Samples.ToArray());
            rig.Run(1);
            alone.Add(mixers[thin].StateOf(0).Alone);
        }
        rig.Run(1);
        AlignedRecording heard = AlignedRecording.Compare(changing, Array.ConvertAll(listener.Sum(), sample => (short)sample), Rate, Matching);
        Assert.That(alone, Is.SupersetOf(new[] { 0, 1 }), "both mixed, one alone");
        Assert.That((heard.Gaps, heard.Repeats, heard.Skips), Is.EqualTo((0, 0, 0)), heard.ToString());
    }

    /// <summary>Mixers in a row, speakers at the first and a listener at the last; peer 0 of each is the next one.</summary>
    private static (RigClient[] Speakers, RigClient Listener, Conference[] Mixers) Chain(ConferenceRig rig, string spoken, int trunks, int thin)
    {
        AudioFormat.TryParse(spoken, out AudioFormat format);
        Conference[] mixers = new Conference[trunks + 1];
        PeerOptions listening = ConferenceRig.Client("listener", codec: Listened.ToString());
        for (int i = 0; i <= trunks; i++)
        {
            PeerOptions next = i == trunks ? listening : Trunk("next") with { MaxStreams = i == thin ? 1 : 8 };
            PeerOptions[] others = i == 0 ? [ConferenceRig.Client("a", codec: spoken), ConferenceRig.Client("b", codec: spoken)] : [Trunk("last")];
            mixers[i] = rig.Add((ulong)i + 1, [next, .. others]);
            if (i > 0)
                rig.Connect(mixers[i - 1], 0, mixers[i], 1, Duration.FromMilliseconds(30));
        }
        RigClient[] speakers = [new(11, rig.Frame, format, Listened), new(12, rig.Frame, format, Listened)];
        for (int i = 0; i < speakers.Length; i++)
            rig.Speak(speakers[i], mixers[0], 1 + i, rig.Frame * 0.3 * i);
        RigClient listener = rig.Attach(mixers[trunks], 0, 13, Listened);
        rig.Run(1);
        return (speakers, listener, mixers);
    }

    private static PeerOptions Trunk(string name) => ConferenceRig.Mixer(name) with { Codec = "opus", Rule = "fixed" };
}
