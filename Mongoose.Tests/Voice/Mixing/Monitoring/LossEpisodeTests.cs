using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

[Parallelizable(ParallelScope.All)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class LossEpisodeTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(140);

    private LossEpisode _episode;

    [Test]
    public void While_the_queue_stays_full_an_event_lasts_longer_than_a_round_trip()
    {
        Begin(900);
        Assert.That(_episode.Time(RoundTrip), Is.GreaterThan(RoundTrip));
        Note(890);
        Assert.That(_episode.Time(RoundTrip), Is.GreaterThan(RoundTrip), "a packet or two");
        Assert.That(_episode.Time(RoundTrip), Is.LessThanOrEqualTo(RoundTrip * 4), "not for ever");
    }

    [Test]
    public void Once_the_queue_has_fallen_it_lasts_a_round_trip()
    {
        Begin(900);
        Note(450);
        Assert.That(_episode.Time(RoundTrip), Is.EqualTo(RoundTrip));
        Note(900);
        Assert.That(_episode.Time(RoundTrip), Is.EqualTo(RoundTrip), "a queue that grows again drops packets of a new event");
    }

    [Test]
    public void The_queue_falls_from_its_highest_delay_since_the_loss()
    {
        Begin(500);
        Note(1000);
        Note(600);
        Assert.That(_episode.Time(RoundTrip), Is.EqualTo(RoundTrip), "although the loss was at 500 ms");
    }

    [Test]
    public void A_loss_without_a_queue_lasts_a_round_trip()
    {
        Begin(0);
        Note(0);
        Assert.That(_episode.Time(RoundTrip), Is.EqualTo(RoundTrip));
    }

    [Test]
    public void The_next_event_begins_anew()
    {
        Begin(900);
        Note(450);
        Begin(400);
        Assert.That(_episode.Time(RoundTrip), Is.GreaterThan(RoundTrip));
    }

    private void Begin(double milliseconds) => _episode.Begin(Duration.FromMilliseconds(milliseconds));

    private void Note(double milliseconds) => _episode.Note(Duration.FromMilliseconds(milliseconds));
}
