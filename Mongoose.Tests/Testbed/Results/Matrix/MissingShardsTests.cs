using Mongoose.Testbed.Results.Matrix;

namespace Mongoose.Tests.Testbed.Results.Matrix;

/// <summary>Which shards would run the missing runs, as far as the parts show it.</summary>
public sealed class MissingShardsTests
{
    private const int Runs = 20;

    [Test]
    public void A_part_that_is_incomplete_is_a_shard_of_as_many_as_there_are_parts() =>
        Assert.That(Find(Part(0, 3), Part(1, 3)[..2], Part(2, 3)), Is.EqualTo(new[] { new Shard(1, 3) }));

    [Test]
    public void Parts_that_are_absent_are_found_from_the_runs_of_the_others()
    {
        Assert.That(Find(Part(0, 3), Part(2, 3)), Is.EqualTo(new[] { new Shard(1, 3) }));
        Assert.That(Find(Part(3, 4)), Is.EqualTo(new[] { new Shard(0, 4), new Shard(1, 4), new Shard(2, 4) }));
    }

    [Test]
    public void A_part_without_rows_counts() => Assert.That(Find(Part(0, 2), []), Is.EqualTo(new[] { new Shard(1, 2) }));

    [Test]
    public void A_part_that_is_given_twice_does_not_matter() =>
        Assert.That(Find(Part(0, 3), Part(0, 3), Part(1, 3)), Is.EqualTo(new[] { new Shard(2, 3) }));

    [Test]
    public void Nothing_is_suggested_if_every_shard_has_missing_runs_or_the_parts_are_not_shards()
    {
        Assert.That(Find(Part(0, 2)[..5], Part(1, 2)[..5]), Is.Empty);
        Assert.That(Find([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), Is.Empty);
        Assert.That(Find([]), Is.Empty);
    }

    private static int[] Part(int index, int count) => Enumerable.Range(0, Runs).Where(new Shard(index, count).Has).ToArray();

    private static Shard[] Find(params int[][] parts) =>
        MissingShards.Find(Runs, Enumerable.Range(0, Runs).Except(parts.SelectMany(part => part)).ToArray(), parts);
}
