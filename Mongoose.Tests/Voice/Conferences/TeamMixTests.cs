using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;

namespace Mongoose.Tests.Voice.Conferences;

public class TeamMixTests
{
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    [Test]
    public void A_team_in_the_mix_of_the_rest_keeps_its_SSRC()
    {
        Instant start = Instant.FromSeconds(100), now = start; // Later than mixes without use live.
        using MixStreams mixes = new(new SourceIds(1), ConferenceRig.L16, default, ConversionTiming.Even, Frame);
        StreamPlan plan = new(mixes);
        Source[] voices = [VoiceOf(0, "", now), VoiceOf(1, "", now), VoiceOf(2, "red", now), VoiceOf(3, "red", now)];
        HashSet<(string Team, uint Ssrc)> seen = [];
        for (; now < start + Duration.FromSeconds(2); now += Frame)
        {
            mixes.Begin();
            plan.Assign(voices, 2, listener: null, now);
            plan.End(voices);
            mixes.GiveUpUnused(now);
            foreach (MixStream mix in mixes.All)
                seen.Add((mix.Team, mix.Ssrc));
        }
        Assert.That(seen.Select(mix => mix.Team), Is.EquivalentTo(new[] { "", "red" }), "one mix each");
        mixes.GiveUpUnused(now + Duration.FromSeconds(61));
        Assert.That(mixes.All.Length, Is.EqualTo(1), "the team's is given up when it is not used");
    }

    private static Source VoiceOf(int index, string team, Instant now) =>
        new(index, 0, (uint)index + 1, (uint)index + 1, Frame, AudioDecoder.Create, now)
        {
            Person = new Person($"{index}") { Options = new SourceOptions { Team = team, Score = team.Length == 0 ? 10 : 0 } },
        };
}
