using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

public class NoticeTests
{
    private const int Speakers = 8, Seconds = 10;

    private static readonly string LongName = new('n', 60);

    [Test]
    public void Notices_of_moving_voices_are_small_and_few()
    {
        FakeMixer neighbour = Run(maxStreams: Speakers);
        Assert.Multiple(() =>
        {
            Assert.That(neighbour.Notices.Select(packet => packet.Bytes), Has.All.LessThanOrEqualTo(600));
            Assert.That(neighbour.Notices, Has.Count.InRange(10 * Seconds - 10, 10 * Seconds + 4),
                "ten a second and the burst at the start");
            Assert.That(CountsBySource(neighbour).Select(source => source.Count()), Has.All.GreaterThan(30).And.Exactly(Speakers).Items,
                "all have their turn");
        });
    }

    [Test]
    public void No_moves_of_voices_in_the_mix_are_sent()
    {
        FakeMixer neighbour = Run(maxStreams: 1);
        Assert.That(CountsBySource(neighbour).Select(source => source.Count()), Has.All.InRange(4, 7).And.Exactly(Speakers + 1).Items,
            "each voice and the mix every two seconds");
    }

    [Test]
    public void The_mix_has_its_turn_among_voices_that_move() =>
        Assert.That(CountsBySource(Run(maxStreams: Speakers - 1)).Single(source => source.Key is < 101 or > 100 + Speakers).Count(),
            Is.InRange(4, 7));

    private static IEnumerable<IGrouping<uint, uint>> CountsBySource(FakeMixer neighbour) =>
        neighbour.Notices.SelectMany(packet => packet.Notices).Select(notice => notice.Ssrc).GroupBy(ssrc => ssrc);

    /// <summary>Ten seconds of voices that move in each frame.</summary>
    private static FakeMixer Run(int maxStreams)
    {
        using ConferenceRig rig = new();
        PeerOptions trunk = ConferenceRig.Mixer("neighbour") with { Rule = "fixed", Codec = "PCMU", MaxStreams = maxStreams };
        Conference mixer = rig.Add(1, [trunk, .. Enumerable.Range(1, Speakers).Select(i => ConferenceRig.Client($"{i}{LongName}"))]);
        FakeMixer neighbour = new(rig, mixer, 0, 9);
        RigClient[] speakers = Enumerable.Range(1, Speakers).Select(i => rig.Attach(mixer, i, (uint)(100 + i))).ToArray();
        rig.Run(2);
        foreach (RigClient speaker in speakers)
            speaker.SayNoise(Seconds, (int)speaker.Ssrc);
        for (int frame = 0; frame < Seconds * 50; frame++)
        {
            for (int i = 1; i <= Speakers; i++)
                mixer.Move(new SpatialUpdate($"{i}{LongName}", new(frame, i, 0), null, null, null));
            rig.Run(0.02);
        }
        return neighbour;
    }
}
