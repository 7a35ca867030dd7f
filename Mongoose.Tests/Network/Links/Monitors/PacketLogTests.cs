using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Links.Monitors;

public sealed class PacketLogTests
{
    [Test]
    public void Each_event_of_a_packet_is_a_line()
    {
        LinkRig rig = new(new LinkOptions
        {
            Rate = DataRate.FromBitsPerSecond(8_000_000),
            Delay = Duration.FromMilliseconds(10),
            Queue = new() { Limit = QueueLimit.OfPackets(1) },
            Loss = new ListedLoss(1),
        });
        StringWriter text = new();
        rig.Link.Monitor = new PacketLog(text);
        rig.Send(0, 1000);
        rig.Send(1, 500);
        rig.Send(2, 700);
        rig.Clock.RunFor(Duration.FromSeconds(1));
        Assert.That(text.ToString().Split('\n'), Is.EqualTo(new[]
        {
            "0 + 1000",
            "0 - 1000 0 1000000",
            "0 + 500",
            "0 + 700",
            "0 d 700 1",
            "1000000 - 500 1000000 1500000",
            "1500000 x 500",
            "11000000 > 1000",
            "",
        }));
    }

    [Test]
    public void On_a_link_without_a_rate_packets_leave_the_queue_as_they_enter()
    {
        LinkRig rig = new(new LinkOptions());
        StringWriter text = new();
        rig.Link.Monitor = new PacketLog(text);
        rig.Clock.RunFor(new Duration(5));
        rig.Send(0, 1000);
        rig.Clock.RunFor(Duration.FromSeconds(1));
        Assert.That(text.ToString(), Is.EqualTo("5 + 1000\n5 - 1000 0 5\n5 > 1000\n"));
    }
}
