using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Links;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Time;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Settings;

/// <summary>What the rules accept can be run, and what cannot be run is refused by them.</summary>
public sealed class PeerRulesTests
{
    private static readonly string[] Codecs =
    [
        "PCMU", "PCMA", "L16/8000", "L16/16000", "L16/24000", "L16/48000", "L16/8000/2", "L16/16000/2", "L16/24000/2", "L16/48000/2",
        "opus", "opus/48000/2",
    ];

    [Test]
    public void Every_combination_that_the_rules_accept_starts_and_no_other(
        [ValueSource(nameof(Codecs))] string codec, [Values] PeerRole role, [Values] PeerForm form,
        [Values(10, 20, 30, 40, 60)] int milliseconds)
    {
        foreach (int bitRate in codec.StartsWith("opus", StringComparison.Ordinal) ? [6000, 32_000, 170_000, 180_000, 510_000]
            : new[] { 32_000 })
        {
            PeerOptions options = new() { Name = "a", Codec = codec, Role = role, Form = form, BitRate = bitRate };
            MixerSettings settings =
                new() { FrameMilliseconds = milliseconds, Peers = [new PeerSettings { Port = 5000, Options = options }] };
            Assert.That(IsAccepted(settings), Is.EqualTo(Starts(settings)), $"{bitRate} bit/s");
        }
    }

    private static bool IsAccepted(MixerSettings settings)
    {
        List<SettingProblem> problems = [];
        MixerRules.Check(settings, new OptionReport(_ => null, problems), _ => true);
        return problems.Count == 0;
    }

    private static bool Starts(MixerSettings settings)
    {
        SimulatedScheduler clock = new();
        try
        {
            using MixerNode node = new(clock, new SimulatedNetwork(clock), settings, run: 1);
            node.Start();
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }
}
