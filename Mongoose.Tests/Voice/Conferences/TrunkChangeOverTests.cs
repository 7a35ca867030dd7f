using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Numerics;
using Mongoose.Testbed.Speeches;
using Mongoose.Tests.Voice.Audio;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>
/// A mix is later than a voice that is passed on as it came: by its conversion to another sample rate, and by an encoder's delay of Opus,
/// on each trunk. The voice that changes over is heard without a gap, and no part of it twice.
/// </summary>
[Category("Opus")]
public class TrunkChangeOverTests
{
    [SetUp]
    public void Require() => OpusLibraries.RequireNative();

    private const double Seconds = 8;

    /// <summary>Speech that was encoded twice, with another voice in it.</summary>
    private const double Matching = 0.5;

    /// <summary>Samples by which codecs move the best lag.</summary>
    private const int Tolerance = 3;

    /// <param name="spoken">The codec of the voices; the listener hears L16 of the same rate.</param>
    /// <param name="trunk">The codec of the trunks.</param>
    /// <param name="trunks">The number of trunks in series between the voices and the listener.</param>
    /// <param name="thin">The trunk on which the voice changes over.</param>
    /// <param name="ms">The time of a frame.</param>
    [TestCase("opus", "opus", 1, 0)]
    [TestCase("opus", "opus", 2, 0)]
    [TestCase("opus", "opus", 2, 1)]
    [TestCase("opus", "opus", 3, 1)]
    [TestCase("opus", "opus", 6, 0)]
    [TestCase("opus", "opus", 6, 5)]
    [TestCase("opus", "opus", 1, 0, 10)]
    [TestCase("opus", "opus", 3, 0, 10)]
    [TestCase("opus", "opus", 3, 2, 10)]
    [TestCase("opus", "PCMU", 1, 0)]
    [TestCase("opus", "PCMU", 3, 0)]
    [TestCase("opus", "PCMU", 3, 2, 10)]
    [TestCase("opus", "L16/16000", 1, 0)]
    [TestCase("opus", "L16/24000", 2, 0)]
    [TestCase("PCMU", "opus", 1, 0)]
    [TestCase("PCMU", "opus", 2, 1)]
    [TestCase("PCMU", "PCMU", 2, 0)]
    [TestCase("PCMU", "L16/16000", 2, 1)]
    [TestCase("L16/48000", "opus", 1, 0)]
    [TestCase("L16/48000", "opus", 2, 0)]
    [TestCase("L16/48000", "opus", 2, 1)]
    [TestCase("L16/48000", "PCMU", 2, 0)]
    [TestCase("L16/16000", "L16/24000", 2, 0)]
    public void A_voice_that_changes_over_does_not_move(string spoken, string trunk, int trunks, int thin, int ms = 20)
    {
        using ConferenceRig rig = new() { Frame = Duration.FromMilliseconds(ms) };
        Chain chain = new(rig, spoken, trunk, trunks, thin);
        RigClient[] speakers = chain.Speakers;
        int rate = speakers[0].Speaks.SampleRate;
        short[] changing = speakers[0].Say(SampleSpeech.Create(Seconds, rate, seed: 1, gain: 0.9).Samples.ToArray());
        List<int> alone = [];
        for (int second = 0; second < Seconds; second++)
        {
            if (second is 2 or 5)
                speakers[1].Say(SampleSpeech.Create(1.5, rate, second, gain: 0.2).Samples.ToArray());
            rig.Run(1);
            alone.Add(chain.Mixers[thin].StateOf(0).Alone);
        }
        rig.Run(1);
        AlignedRecording heard = AlignedRecording.Compare(changing, Array.ConvertAll(chain.Listener.Sum(), sample => (short)sample), rate,
            Matching) with
        { Tolerance = Tolerance };
        Assert.That(alone, Is.SupersetOf(new[] { 0, 1 }), "both mixed, one alone");
        Assert.That((heard.Gaps, heard.Repeats, heard.Skips), Is.EqualTo((0, 0, 0)), heard.ToString());
    }

    /// <summary>
    /// Frames of one voice differ in size. A voice that were passed on or encoded anew frame by frame would confuse the neighbour's
    /// decoder.
    /// </summary>
    [TestCase(40_000, true)]
    [TestCase(64_000, false)]
    public void A_voice_is_passed_on_if_its_frames_are_on_average_about_as_small_as_the_trunks(int bitRate, bool isPassedOn)
    {
        using ConferenceRig rig = new();
        Chain chain = new(rig, "opus", "opus", 1, 0);
        RigClient speaker = chain.Speakers[0];
        HashSet<string> spoken = [];
        List<bool> wasPassedOn = [];
        chain.Lines[0].Loses = datagram =>
        {
            if (TrunkReader.TryRead(datagram, out TrunkReader reader) && reader.TryNext(out TrunkStream _, out ReadOnlySpan<byte> audio))
                wasPassedOn.Add(spoken.Contains(Convert.ToHexString(audio)));
            return false;
        };
        speaker.SpeakAs(AudioFormat.Opus, new OpusOptions(bitRate, 5));
        speaker.Spoke = payload => spoken.Add(Convert.ToHexString(payload));
        speaker.Say(Syllables());
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
        return speech.ResampledTo(AudioFormat.Opus.SampleRate).Select(sample => (short)sample).ToArray();
    }
}
