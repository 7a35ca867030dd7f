namespace Mongoose.Tests.Runtime.CommandLine;

public sealed class ShardTests
{
    [TestCase("0/1", 0, 1)]
    [TestCase("3/4", 3, 4)]
    [TestCase("999/1000", 999, 1000)]
    public void A_shard_is_its_number_from_0_and_how_many_there_are(string text, int index, int count)
    {
        Assert.That(Shard.Parse(text), Is.EqualTo(new Shard(index, count)));
        Assert.That(Shard.Parse(text).ToString(), Is.EqualTo(text));
    }

    [TestCase("")]
    [TestCase("1")]
    [TestCase("4/4")]
    [TestCase("-1/4")]
    [TestCase("0/0")]
    [TestCase("0/1001")]
    [TestCase("1/2/3")]
    [TestCase("a/b")]
    [TestCase("1.5/4")]
    [TestCase("99999999999/4")]
    public void Another_text_is_refused_with_what_is_allowed(string text) => Assert.That(() => Shard.Parse(text),
        Throws.TypeOf<FormatException>().With.Message.EqualTo("allowed are i/n with i from 0 to n - 1 and n from 1 to 1000, such as 0/4"));

    [Test]
    public void The_shards_of_a_run_have_every_item_once([Values(1, 2, 4, 7)] int count, [Values(1, 7, 8, 100)] int items)
    {
        Shard[] shards = Enumerable.Range(0, count).Select(i => new Shard(i, count)).ToArray();
        Assert.That(shards.SelectMany(shard => Enumerable.Range(0, shard.SizeOf(items)).Select(shard.NumberOf)),
            Is.EquivalentTo(Enumerable.Range(0, items)));
        foreach (Shard shard in shards)
            Assert.That(Enumerable.Range(0, items).Where(shard.Has),
                Is.EqualTo(Enumerable.Range(0, shard.SizeOf(items)).Select(shard.NumberOf)));
    }
}
