using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Channels;

public sealed class ChannelRatesTests
{
    [Test]
    public void Channels_are_in_wire_order() =>
        Assert.That(Enum.GetNames<Channel>(), Is.EqualTo(new[] { "Resend", "Land", "Wind", "Cloud", "Task", "Texture", "Asset" }));

    [Test]
    public void A_set_has_the_bit_of_each_of_its_channels([Values] Channel channel)
    {
        Assert.That((int)Enum.Parse<ChannelSet>(channel.ToString()), Is.EqualTo(1 << (int)channel));
        Assert.That(ChannelSet.All.HasFlag((ChannelSet)(1 << (int)channel)));
    }

    [Test]
    public void Copies_do_not_share_state()
    {
        ChannelRates one = default;
        one[Channel.Task] = DataRate.FromKilobitsPerSecond(1);
        ChannelRates other = one;
        other[Channel.Task] = DataRate.FromKilobitsPerSecond(2);
        Assert.That(one[Channel.Task], Is.EqualTo(DataRate.FromKilobitsPerSecond(1)));
        Assert.That(one.Equals(other), Is.False);
        other[Channel.Task] = one[Channel.Task];
        Assert.That(one.Equals(other) && one.Equals((object)other) && one.GetHashCode() == other.GetHashCode());
    }

    [Test]
    public void Scaling_multiplies_every_channel_and_the_total()
    {
        ChannelRates rates = ViewerSplit.Of(DataRate.FromViewerKilobitsPerSecond(1000));
        ChannelRates half = rates.Scaled(0.5);
        for (int i = 0; i < ChannelRates.Count; i++)
            Assert.That(half[i], Is.EqualTo(rates[i] * 0.5));
        Assert.That(half.Total, Is.EqualTo(rates.Total * 0.5));
    }
}
