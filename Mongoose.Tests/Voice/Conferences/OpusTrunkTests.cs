using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;
using Mongoose.Testbed.Speeches;
using Mongoose.Tests.Mixer.Alignment;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Audio.Opus;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Trunks;

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
        (RigClient[] speakers, RigClient listener, Conference[] mixers, _) = Chain(rig, spoken, trunks, thin);
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

    /// <summary>Frames of one voice differ in size. A voice that were passed on or encoded anew frame by frame would confuse the neighbour's decoder.</summary>
    [TestCase(40_000, true)]
    [TestCase(64_000, false)]
    public void A_voice_is_passed_on_if_its_frames_are_on_average_about_as_small_as_the_trunks(int bitRate, bool isPassedOn)
    {
        using ConferenceRig rig = new();
        (RigClient[] speakers, _, _, RigLine line) = Chain(rig, "opus", 1, 0);
        HashSet<string> spoken = [];
        List<bool> wasPassedOn = [];
        line.Loses = datagram =>
        {
            if (TrunkReader.TryRead(datagram, out TrunkReader reader) && reader.TryNext(out TrunkStream _, out ReadOnlySpan<byte> audio))
                wasPassedOn.Add(spoken.Contains(Convert.ToHexString(audio)));
            return false;
        };
        speakers[0].SpeakAs(AudioFormat.Opus, new OpusOptions(bitRate, 5));
        speakers[0].Spoke = payload => spoken.Add(Convert.ToHexString(payload));
        speakers[0].Say(Syllables());
        rig.Run(Seconds);
        const int Settling = 55, HexDigitsOfTrunk = 2 * 80;
        Assert.That(spoken.Max(frame => frame.Length), Is.GreaterThan(1.25 * HexDigitsOfTrunk), "some frames are larger");
        Assert.That(wasPassedOn, Has.Count.GreaterThan(300));
        Assert.That(wasPassedOn[Settling..], Is.All.EqualTo(isPassedOn));
    }

    /// <summary>Hisses and vowels, of which Opus makes packets of many sizes.</summary>
    private static short[] Syllables()
    {
        Speech speech = new FormantVoice(0, new SeededRandom(1)).Speak(Duration.FromSeconds(Seconds));
        return RecordingResampling.Convert(speech, Rate).Select(sample => (short)sample).ToArray();
    }

    /// <summary>Mixers in a row, speakers at the first and a listener at the last; peer 0 of each is the next one.</summary>
    private static (RigClient[] Speakers, RigClient Listener, Conference[] Mixers, RigLine First) Chain(ConferenceRig rig, string spoken, int trunks, int thin)
    {
        AudioFormat.TryParse(spoken, out AudioFormat format);
        Conference[] mixers = new Conference[trunks + 1];
        RigLine[] lines = new RigLine[trunks];
        PeerOptions listening = ConferenceRig.Client("listener", codec: Listened.ToString());
        for (int i = 0; i <= trunks; i++)
        {
            PeerOptions next = i == trunks ? listening : Trunk("next") with { MaxStreams = i == thin ? 1 : 8 };
            PeerOptions[] others = i == 0 ? [ConferenceRig.Client("a", codec: spoken), ConferenceRig.Client("b", codec: spoken)] : [Trunk("last")];
            mixers[i] = rig.Add((ulong)i + 1, [next, .. others]);
            if (i > 0)
                lines[i - 1] = rig.Connect(mixers[i - 1], 0, mixers[i], 1, Duration.FromMilliseconds(30));
        }
        RigClient[] speakers = [new(11, rig.Frame, format, Listened), new(12, rig.Frame, format, Listened)];
        for (int i = 0; i < speakers.Length; i++)
            rig.Speak(speakers[i], mixers[0], 1 + i, rig.Frame * 0.3 * i);
        RigClient listener = rig.Attach(mixers[trunks], 0, 13, Listened);
        rig.Run(1);
        return (speakers, listener, mixers, lines[0]);
    }

    private static PeerOptions Trunk(string name) => ConferenceRig.Mixer(name) with { Codec = "opus", Rule = "fixed" };
}
