using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Selection;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Selection;

/// <summary>Invariants for any sources, scores, pins and slots that change over time.</summary>
public sealed class SourceSelectorProperties
{
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    /// <summary>One call: its sources with their answers.</summary>
    private sealed record Call(Instant At, int Slots, ActiveSource[] Sources)
    {
        public int SlotsAlone => Sources.Length <= Slots ? Sources.Length : Slots - 1;

        public HashSet<uint> Alone { get; } = Sources.Where(source => source.IsAlone).Select(source => source.Id).ToHashSet();

        public ActiveSource? Find(uint id) =>
            Sources.Where(source => source.Id == id).Select(source => (ActiveSource?)source).FirstOrDefault();
    }

    /// <summary>Ten seconds of up to 12 sources. Scores, pins, silence and slots change now and then.</summary>
    private static List<Call> Play(int seed, bool shuffled = true)
    {
        Random random = new(seed);
        Random order = new(seed + 1);
        SourceSelector selector = new();
        ActiveSource[] all = Enumerable.Range(0, 1 + random.Next(12)).Select(i => new ActiveSource((uint)(i * 331 % 97), 0, false))
            .ToArray();
        bool[] isActive = new bool[all.Length];
        int slots = 1 + random.Next(10);
        double changes = 0.2 * random.NextDouble() * random.NextDouble();
        List<Call> calls = [];
        for (Instant now = Instant.FromSeconds(random.Next(100)); calls.Count < 500; now += Frame)
        {
            if (random.NextDouble() < changes / 10)
                slots = 1 + random.Next(10);
            for (int i = 0; i < all.Length; i++)
            {
                if (random.NextDouble() < changes)
                    all[i].Score = -10 * random.Next(7);
                if (random.NextDouble() < changes / 10)
                    all[i].IsPinned = !all[i].IsPinned;
                if (calls.Count == 0 || random.NextDouble() < changes / 5)
                    isActive[i] = random.Next(4) > 0;
            }
            ActiveSource[] sources = all.Where((_, i) => isActive[i]).ToArray();
            if (shuffled)
                order.Shuffle(sources);
            selector.Select(sources, slots, now);
            calls.Add(new Call(now, slots, sources));
        }
        return calls;
    }

    [ForAll(MaxTest = 100, Replay = "20261123,11")]
    public void As_many_are_alone_as_slots_permit(int seed)
    {
        foreach (Call call in Play(seed))
            Assert.That(call.Alone, Has.Count.EqualTo(call.SlotsAlone));
    }

    [ForAll(MaxTest = 100, Replay = "20261123,13")]
    public void The_order_of_the_sources_does_not_matter(int seed)
    {
        foreach ((Call first, Call second) in Play(seed).Zip(Play(seed, shuffled: false)))
            Assert.That(first.Alone, Is.EquivalentTo(second.Alone));
    }

    [ForAll(MaxTest = 100, Replay = "20261123,15")]
    public void No_pinned_source_is_mixed_while_another_that_is_not_pinned_is_alone(int seed)
    {
        foreach (Call call in Play(seed))
        {
            if (call.Sources.Any(source => source.IsPinned && !source.IsAlone))
                Assert.That(call.Sources.Where(source => source.IsAlone), Is.All.Matches<ActiveSource>(source => source.IsPinned));
        }
    }

    [ForAll(MaxTest = 100, Replay = "20261123,17")]
    public void No_holder_is_replaced_before_its_2_s_unless_slots_shrink_or_a_pinned_source_comes(int seed)
    {
        Dictionary<uint, Instant> since = [];
        HashSet<uint> before = [];
        foreach (Call call in Play(seed))
        {
            uint[] present = before.Where(id => call.Find(id) is not null).ToArray();
            bool pinned = call.Sources.Any(source => source is { IsPinned: true, IsAlone: true } && !before.Contains(source.Id));
            foreach (uint id in present.Except(call.Alone))
            {
                if (present.Length <= call.SlotsAlone && !pinned)
                    Assert.That(call.At - since[id], Is.GreaterThanOrEqualTo(SourceSelector.KeepTime), $"{id} at {call.At}");
            }
            foreach (uint id in call.Alone.Except(before))
                since[id] = call.At;
            before = call.Alone;
        }
    }

    [ForAll(MaxTest = 100, Replay = "20261123,19")]
    public void A_challenger_is_mixed_for_at_most_its_300_ms_and_2_s(int seed)
    {
        // 6 dB above every holder of its kind: it exceeds the weakest whichever that is. Each holder may have got its slot just now.
        Dictionary<uint, Instant> since = [];
        foreach (Call call in Play(seed))
        {
            foreach (ActiveSource source in call.Sources)
            {
                ActiveSource[] holders = call.Sources.Where(other => other.IsAlone).ToArray();
                bool exceeds = !source.IsAlone && holders.Length > 0
                    && holders.All(holder => holder.IsPinned == source.IsPinned && source.Score - holder.Score >= SourceSelector.Margin);
                if (!exceeds)
                    since.Remove(source.Id);
                else if (since.TryAdd(source.Id, call.At))
                    continue;
                else
                    Assert.That(call.At - since[source.Id], Is.LessThan(SourceSelector.ChallengeTime + SourceSelector.KeepTime),
                        $"{source.Id} at {call.At}");
            }
            foreach (uint id in since.Keys.Where(id => call.Find(id) is null).ToArray())
                since.Remove(id);
        }
    }
}
