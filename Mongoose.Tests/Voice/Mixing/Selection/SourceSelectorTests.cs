using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Selection;

namespace Mongoose.Tests.Voice.Mixing.Selection;

public sealed class SourceSelectorTests
{
    private static Instant Ms(double value) => Instant.FromMilliseconds(value);

    private static ActiveSource Source(uint id, double score) => new(id, score, false);

    private static ActiveSource Pinned(uint id, double score) => new(id, score, true);

    /// <summary>The ids of the sources that are alone, in order.</summary>
    private static uint[] Alone(SourceSelector selector, double ms, int slots, params ActiveSource[] sources)
    {
        selector.Select(sources, slots, Ms(ms));
        return sources.Where(source => source.IsAlone).Select(source => source.Id).Order().ToArray();
    }

    private static ActiveSource[] Sources(int count) => Enumerable.Range(1, count).Select(id => Source((uint)id, -id)).ToArray();

    [TestCase(8, 8, 8)]
    [TestCase(8, 7, 6)]
    [TestCase(8, 2, 1)]
    [TestCase(8, 1, 0)]
    [TestCase(3, 8, 3)]
    [TestCase(1, 1, 1)]
    [TestCase(2, 1, 0)]
    [TestCase(0, 8, 0)]
    [TestCase(8, 0, 0)] // less than 1 counts as 1: a mix of all
    [TestCase(1, -5, 0)]
    [TestCase(1000, 1000, 1000)]
    [TestCase(1000, 100, 99)]
    public void With_slots_for_all_each_is_alone_otherwise_one_slot_is_the_mix(int active, int slots, int alone) =>
        Assert.That(Alone(new SourceSelector(), 0, slots, Sources(active)), Is.EqualTo(Enumerable.Range(1, alone)),
        "those with the highest scores");

    [Test]
    public void What_the_caller_left_in_the_sources_does_not_count()
    {
        ActiveSource[] sources = Sources(3);
        sources[2].IsAlone = true;
        Assert.That(Alone(new SourceSelector(), 0, 2, sources), Is.EqualTo(new uint[] { 1 }));
    }

    [Test]
    public void Of_equal_scores_the_lower_ids_are_alone_in_any_order()
    {
        Assert.That(Alone(new SourceSelector(), 0, 3, Source(4, -20), Source(2, -20), Source(3, -20), Source(1, -20)),
            Is.EqualTo(new uint[] { 1, 2 }));
        Assert.That(Alone(new SourceSelector(), 0, 3, Source(1, -20), Source(2, -20), Source(3, -20), Source(4, -20)),
            Is.EqualTo(new uint[] { 1, 2 }));
    }

    [Test]
    public void Of_holders_with_equal_scores_the_higher_ids_are_mixed_first()
    {
        SourceSelector selector = new();
        ActiveSource[] equal = [Source(3, -20), Source(1, -20), Source(2, -20)];
        Assert.That(Alone(selector, 0, 3, equal), Has.Length.EqualTo(3));
        Assert.That(Alone(selector, 20, 2, equal), Is.EqualTo(new uint[] { 1 }));
    }

    [Test]
    public void A_challenger_6_dB_above_for_300_ms_gets_in_after_the_holders_2_s()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 2, Source(1, -20), Source(2, -30)), Is.EqualTo(new uint[] { 1, 2 }));
        Assert.That(Alone(selector, 20, 2, Source(1, -20), Source(2, -30), Source(3, -40)), Is.EqualTo(new uint[] { 1 }));
        for (int ms = 40; ms < 2000; ms += 20)
            Assert.That(Alone(selector, ms, 2, Source(1, -20), Source(2, -14), Source(3, -40)), Is.EqualTo(new uint[] { 1 }), $"{ms} ms");
        Assert.That(Alone(selector, 2000, 2, Source(1, -20), Source(2, -14), Source(3, -40)), Is.EqualTo(new uint[] { 2 }));
    }

    [Test]
    public void After_2_s_a_challenger_still_needs_300_ms()
    {
        SourceSelector selector = new();
        Alone(selector, 0, 2, Source(1, -20), Source(2, -30), Source(3, -30));
        Alone(selector, 5000, 2, Source(1, -20), Source(2, -14), Source(3, -30));
        Assert.That(Alone(selector, 5299, 2, Source(1, -20), Source(2, -14), Source(3, -30)), Is.EqualTo(new uint[] { 1 }));
        Assert.That(Alone(selector, 5300, 2, Source(1, -20), Source(2, -14), Source(3, -30)), Is.EqualTo(new uint[] { 2 }));
    }

    [Test]
    public void A_challenger_that_falls_below_the_margin_begins_again()
    {
        SourceSelector selector = new();
        Alone(selector, 0, 2, Source(1, -20), Source(2, -30), Source(3, -30));
        Alone(selector, 5000, 2, Source(1, -20), Source(2, -10), Source(3, -30));
        Alone(selector, 5200, 2, Source(1, -20), Source(2, -14.1), Source(3, -30));
        Alone(selector, 5220, 2, Source(1, -20), Source(2, -10), Source(3, -30));
        Assert.That(Alone(selector, 5500, 2, Source(1, -20), Source(2, -10), Source(3, -30)), Is.EqualTo(new uint[] { 1 }));
        Assert.That(Alone(selector, 5520, 2, Source(1, -20), Source(2, -10), Source(3, -30)), Is.EqualTo(new uint[] { 2 }));
    }

    [Test]
    public void A_challenger_replaces_the_weakest_holder_and_the_strongest_challenger_comes_first()
    {
        SourceSelector selector = new();
        ActiveSource[] sources = [Source(1, -17), Source(2, -20), Source(3, -50), Source(4, -50), Source(5, -50)];
        Assert.That(Alone(selector, 0, 3, sources), Is.EqualTo(new uint[] { 1, 2 }));
        (sources[2].Score, sources[3].Score) = (-13, -12);
        Alone(selector, 5000, 3, sources);
        Assert.That(Alone(selector, 5300, 3, sources), Is.EqualTo(new uint[] { 1, 4 }),
            "the other does not exceed the weakest holder any more");
    }

    [Test]
    public void Several_challengers_replace_several_holders_in_one_call()
    {
        SourceSelector selector = new();
        ActiveSource[] sources = [Source(1, -30), Source(2, -31), Source(3, -50), Source(4, -50), Source(5, -50)];
        Assert.That(Alone(selector, 0, 3, sources), Is.EqualTo(new uint[] { 1, 2 }));
        (sources[2].Score, sources[3].Score) = (-13, -12);
        Alone(selector, 5000, 3, sources);
        Assert.That(Alone(selector, 5300, 3, sources), Is.EqualTo(new uint[] { 3, 4 }));
    }

    [Test]
    public void A_pinned_source_is_alone_at_once_in_place_of_the_weakest_that_is_not()
    {
        SourceSelector selector = new();
        Alone(selector, 0, 3, Source(1, -20), Source(2, -10), Source(3, -30), Source(4, -90));
        Assert.That(Alone(selector, 20, 3, Source(1, -20), Source(2, -10), Source(3, -30), Pinned(4, -90)),
            Is.EqualTo(new uint[] { 2, 4 }));
    }

    [Test]
    public void No_score_takes_the_slot_of_a_pinned_source()
    {
        SourceSelector selector = new();
        for (int ms = 0; ms < 10_000; ms += 100)
            Assert.That(Alone(selector, ms, 2, Pinned(1, -90), Source(2, 0), Source(3, 0)), Is.EqualTo(new uint[] { 1 }));
    }

    [Test]
    public void A_source_that_is_no_longer_pinned_makes_place_for_one_that_is()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 2, Pinned(1, -20), Pinned(2, -30), Source(3, -20)), Is.EqualTo(new uint[] { 1 }));
        Assert.That(Alone(selector, 20, 2, Source(1, -20), Pinned(2, -30), Source(3, -20)), Is.EqualTo(new uint[] { 2 }));
    }

    [Test]
    public void Among_more_pinned_sources_than_slots_scores_decide_with_the_same_patience()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 2, Pinned(1, -30), Pinned(2, -20), Source(3, 0)), Is.EqualTo(new uint[] { 2 }));
        Alone(selector, 5000, 2, Pinned(1, -10), Pinned(2, -20), Source(3, 0));
        Assert.That(Alone(selector, 5299, 2, Pinned(1, -10), Pinned(2, -20), Source(3, 0)), Is.EqualTo(new uint[] { 2 }));
        Assert.That(Alone(selector, 5300, 2, Pinned(1, -10), Pinned(2, -20), Source(3, 0)), Is.EqualTo(new uint[] { 1 }));
    }

    [Test]
    public void With_fewer_slots_the_weakest_holders_are_mixed_at_once_and_with_more_the_strongest_come_out_at_once()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 8, Sources(8)), Has.Length.EqualTo(8));
        Assert.That(Alone(selector, 20, 4, Sources(8)), Is.EqualTo(new uint[] { 1, 2, 3 }));
        Assert.That(Alone(selector, 40, 6, Sources(8)), Is.EqualTo(new uint[] { 1, 2, 3, 4, 5 }));
        Assert.That(Alone(selector, 60, 1, Sources(8)), Is.Empty);
        Assert.That(Alone(selector, 80, 8, Sources(8)), Has.Length.EqualTo(8));
    }

    [Test]
    public void A_silent_source_loses_its_slot_and_comes_back_into_the_mix()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 2, Source(1, -20), Source(2, -25), Source(3, -30)), Is.EqualTo(new uint[] { 1 }));
        Assert.That(Alone(selector, 20, 2, Source(2, -25), Source(3, -30), Source(4, -40)), Is.EqualTo(new uint[] { 2 }));
        Assert.That(Alone(selector, 40, 2, Source(1, -20), Source(2, -25), Source(3, -30)), Is.EqualTo(new uint[] { 2 }));
    }

    [Test]
    public void A_new_voice_is_in_the_mix_first()
    {
        SourceSelector selector = new();
        Alone(selector, 0, 2, Source(1, -20), Source(2, -25));
        Alone(selector, 5000, 2, Source(1, -20), Source(2, -25), Source(3, 0));
        Assert.That(Alone(selector, 5100, 2, Source(1, -20), Source(2, -25), Source(3, 0)), Is.EqualTo(new uint[] { 1 }));
        Assert.That(Alone(selector, 5300, 2, Source(1, -20), Source(2, -25), Source(3, 0)), Is.EqualTo(new uint[] { 3 }));
    }

    [Test]
    public void A_score_that_is_no_number_is_the_lowest()
    {
        SourceSelector selector = new();
        Assert.That(Alone(selector, 0, 2, Source(1, double.NaN), Source(2, -200), Source(3, double.NegativeInfinity)),
            Is.EqualTo(new uint[] { 2 }));
        ActiveSource[] none = [Source(1, double.NaN), Source(2, double.NaN), Source(3, double.NegativeInfinity)];
        Alone(selector, 5000, 2, none);
        Assert.That(Alone(selector, 6000, 2, none), Is.EqualTo(new uint[] { 2 }), "equal scores replace nobody");
    }

    [Test]
    public void It_allocates_nothing_after_growth()
    {
        SourceSelector selector = new();
        Random random = new(1);
        ActiveSource[] sources = new ActiveSource[100];
        int alone = 0, call = 0;
        long bytes = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 1000; i++)
            {
                int count = random.Next(sources.Length + 1);
                for (int k = 0; k < count; k++)
                    sources[k] = new ActiveSource((uint)((k * 37) + random.Next(37)), -60 * random.NextDouble(), random.Next(10) == 0);
                selector.Select(sources.AsSpan(0, count), random.Next(20), Ms(20 * call++));
                alone += count > 0 && sources[0].IsAlone ? 1 : 0;
            }
        });
        Assert.That(bytes, Is.Zero);
        Assert.That(alone, Is.GreaterThan(0));
    }
}
