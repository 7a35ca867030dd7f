using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;
using Mongoose.Voice.Playout;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Which voices are alone and which are in which mix, for random voices, teams, pins and levels.</summary>
public class VoiceGroupsProperties
{
    private const int Cases = 300;

    [Test]
    public void Streams_are_never_more_than_allowed_and_all_are_used_if_there_are_enough_voices() => ForRandomVoices(
        (voices, streams, plan, _) =>
    {
        int used = StreamsOf(plan, voices.Length);
        Assert.That(used, Is.LessThanOrEqualTo(Math.Max(streams, 1)));
        Assert.That(plan.Alone + plan.Mixed, Is.EqualTo(voices.Length), "each voice is in one place");
        if (voices.Length <= streams)
            Assert.That(plan.Alone, Is.EqualTo(voices.Length));
    });

    [Test]
    public void Pinned_voices_are_alone_as_long_as_there_is_a_stream_besides_them() => ForRandomVoices((voices, streams, plan, _) =>
    {
        int pinned = voices.Count(voice => voice.IsPinned);
        for (int i = 0; i < voices.Length && streams >= pinned + 1; i++)
            Assert.That(!voices[i].IsPinned || plan.PlaceOf(i) is null, Is.True);
    });

    [Test]
    public void Teams_are_mixed_among_themselves_before_different_teams_are_mixed() => ForRandomVoices((voices, streams, plan, _) =>
    {
        // If the rest is mixed although teams are, then every team with two or more voices is a unit.
        for (int i = 0; i < voices.Length; i++)
        {
            if (plan.PlaceOf(i) is not { Team: "" } || voices[i].IsPinned || voices[i].Team.Length == 0)
                continue;
            string team = voices[i].Team;
            Assert.That(voices.Where((voice, other) => voice.Team == team && !voice.IsPinned && plan.PlaceOf(other) is null), Is.Empty,
                $"a voice of team {team} is alone while another of it is in the mix of the rest");
        }
    });

    [Test]
    public void Nothing_changes_while_levels_are_steady() => ForRandomVoices((voices, streams, plan, now) =>
    {
        object?[] first = Places(plan, voices.Length);
        for (int frame = 1; frame <= 500; frame++)
        {
            plan.Assign(voices, streams, null, now + Duration.FromMilliseconds(20) * frame);
            plan.End(voices);
            if (frame == 250)
                first = Places(plan, voices.Length); // Pins and loud voices have had their time.
        }
        Assert.That(Places(plan, voices.Length), Is.EqualTo(first));
    }, cases: 30);

    private static object?[] Places(StreamPlan plan, int voices) =>
        Enumerable.Range(0, voices).Select(i => (object?)plan.PlaceOf(i)).ToArray();

    private static int StreamsOf(StreamPlan plan, int voices) =>
        plan.Alone + Enumerable.Range(0, voices).Select(plan.PlaceOf).Where(mix => mix is not null).Distinct().Count();

    private static void ForRandomVoices(Action<Source[], int, StreamPlan, Instant> check, int cases = Cases)
    {
        for (int seed = 0; seed < cases; seed++)
        {
            Random random = new(seed);
            SourceIds ids = new((ulong)seed);
            using MixStreams mixes = new(ids, ConferenceRig.L16, default, ConversionTiming.Even, Duration.FromMilliseconds(20));
            StreamPlan plan = new(mixes);
            Instant now = Instant.FromSeconds(10);
            Source[] voices = Enumerable.Range(0, random.Next(1, 25)).Select(i => Make(i, random, now)).ToArray();
            int streams = random.Next(1, 25);
            plan.Assign(voices, streams, null, now);
            plan.End(voices);
            check(voices, streams, plan, now);
        }
    }

    private static Source Make(int index, Random random, Instant now)
    {
        string team = random.Next(2) == 0 ? "" : $"team {random.Next(5)}";
        Person person = new($"{index}") { Options = new SourceOptions { Name = $"{index}", Team = team, IsPinned = random.Next(5) == 0 } };
        Source source =
            new(index, 0, (uint)index + 1, (uint)index + 1, Duration.FromMilliseconds(20), AudioDecoder.Create, now) { Person = person };
        source.Audio.Begin();
        source.Audio.Add(AudioFormat.Pcmu, new byte[160], isWholeFrame: true);
        byte level = (byte)random.Next(10, 50);
        for (int frame = 0; frame < 100; frame++)
            source.Measured(level, now);
        Assert.That((source.IsActive, source.Audio.Kind), Is.EqualTo((true, PlayoutKind.Audio)));
        return source;
    }
}
