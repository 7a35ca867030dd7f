using Mongoose.Benchmarks.Mixing;
using Mongoose.Core.Units;
using Mongoose.Voice.Playout;

namespace Mongoose.Tests.Benchmarks;

/// <summary>The arithmetic behind docs/results/mixing.md.</summary>
public sealed class MixingMeasurementTests
{
    [Test]
    public void A_burst_counts_from_the_latest_one_sent_before()
    {
        Instant[] sent = [At(100), At(600)], heard = [At(50), At(140), At(640), At(660)];
        Assert.That(Arrivals.Delays(sent, heard).Select(delay => delay.Milliseconds), Is.EqualTo(new[] { 40.0, 40, 60 }));
    }

    [Test]
    public void Lateness_is_measured_from_the_fastest_packet_and_numbers_wrap()
    {
        (ushort, Instant)[] packets = [(65_535, At(105)), (0, At(120)), (1, At(143)), (3, At(180))];
        Assert.That(Arrivals.Lateness(packets, Ms(20)).Select(late => late.Milliseconds), Is.EqualTo(new[] { 5.0, 0, 3, 0 }).Within(1e-6));
    }

    [Test]
    public void An_onset_needs_silence_before_and_may_span_packets()
    {
        OnsetFinder finder = new(threshold: 100, silence: 3);
        Assert.That(finder.Find([200, 0, 0]), Is.Null);
        Assert.That(finder.Find([50, -150, 200]), Is.EqualTo(1));
        Assert.That(finder.Find([0, 0, 300]), Is.Null);
        Assert.That(finder.Find([0, 0, 0, 300, 0]), Is.EqualTo(3));
    }

    [Test]
    public void The_median_of_an_even_number_lies_between()
    {
        Spread spread = Spread.Of([4, 1, 3, 2]);
        Assert.That(spread.ToText("0.0"), Is.EqualTo("2.5 (1.0 to 4.0)"));
        Assert.That(Spread.Of([]).Median, Is.NaN);
    }

    [Test]
    public void Options_have_one_or_several_numbers_and_others_are_refused()
    {
        VerbOptions options = new(["--participants", "10,30", "--seconds", "5"], "participants", "seconds", "rounds");
        Assert.That(options.Numbers("participants", 60), Is.EqualTo(new[] { 10, 30 }));
        Assert.That((options.Number("seconds", 1), options.Number("rounds", 3)), Is.EqualTo((5, 3)));
        Assert.That(() => new VerbOptions(["--second", "5"], "seconds"),
            Throws.TypeOf<FormatException>().With.Message.EqualTo("--second: allowed are --seconds"));
        Assert.That(() => new VerbOptions(["--seconds"], "seconds"),
            Throws.TypeOf<FormatException>().With.Message.EqualTo("--seconds: a number is missing"));
        Assert.That(() => new VerbOptions(["--seconds", "-1"], "seconds"), Throws.TypeOf<FormatException>());
    }

    [TestCase(300)]
    [TestCase(-300)]
    public void Drift_leaves_the_delay_as_it_was_and_costs_as_many_frames_as_it_must(double partsPerMillion)
    {
        (double[] delays, PlayoutState state) = DriftingSource.Play(partsPerMillion, Duration.Zero, hasPauses: true, [1, 10]);
        Assert.That(delays, Has.Length.EqualTo(2).And.All.InRange(0, 40));
        // 600 s at 300 ppm are 180 ms, nine frames.
        Assert.That(partsPerMillion > 0 ? state.Skipped - state.Held : state.Held - state.Skipped, Is.InRange(7, 11));
        Assert.That(state.Missing, Is.Zero);
    }

    private static Duration Ms(double milliseconds) => Duration.FromMilliseconds(milliseconds);

    private static Instant At(double milliseconds) => Instant.Zero + Ms(milliseconds);
}
