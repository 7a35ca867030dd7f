using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;

namespace Mongoose.Tests.Network.Links.Losses;

public sealed class ListedLossTests
{
    [Test]
    public void The_listed_packets_of_a_link_are_lost_and_no_others()
    {
        ListedLoss model = new(7, 0, 3, 4);
        Assert.That(LossesOf.Numbers(model, 100), Is.EqualTo(new[] { 0, 3, 4, 7 }));

        for (int link = 0; link < 2; link++) // Each link counts its own packets.
        {
            LinkRig rig = new(new LinkOptions { Loss = model });
            for (int number = 0; number < 10; number++)
                rig.Send(number, 100);
            rig.Clock.RunFor(Duration.FromSeconds(1));
            Assert.That(rig.Numbers, Is.EqualTo(new[] { 1, 2, 5, 6, 8, 9 }));
        }
    }

    [TestCase(-1L)]
    [TestCase(3L)]
    public void Negative_or_repeated_numbers_are_refused(long number) => Assert.That(() => new ListedLoss(1, 3, number),
        Throws.ArgumentException.With.Message.EqualTo($"listed loss, packet {number}: allowed are 0 or more, each once"));
}
