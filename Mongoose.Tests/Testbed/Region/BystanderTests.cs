using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

public sealed class BystanderTests
{
    [TestCaseSource(typeof(RegionRig), nameof(RegionRig.Outbounds))]
    public void An_arriving_viewer_gets_an_update_and_then_the_appearance_of_each_avatar(string outbound)
    {
        RegionRig rig = new(new RegionOptions { Outbound = outbound, Avatars = 30 });
        rig.Enter(2);
        rig.Run(2);
        List<(MessageId Message, Guid Avatar)> seen = [];
        foreach (RawDatagram datagram in rig.Peer.Received)
        {
            if (datagram.Message == MessageId.ObjectUpdate && ObjectUpdate.TryRead(datagram.Body, out ObjectUpdate update))
            {
                foreach (ObjectUpdateBlock block in update.Objects)
                    seen.Add((MessageId.ObjectUpdate, block.FullId));
            }
            if (datagram.Message == MessageId.AvatarAppearance && AvatarAppearance.TryRead(datagram.Body, out AvatarAppearance appearance))
                seen.Add((MessageId.AvatarAppearance, appearance.AgentId));
        }
        Assert.That(seen.Select(item => item.Avatar).Distinct().Count(), Is.EqualTo(30));
        Assert.That(seen, Has.Count.EqualTo(60));
        for (int i = 0; i < seen.Count; i += 2)
            Assert.That(seen[i..(i + 2)],
                Is.EqualTo(new[] { (MessageId.ObjectUpdate, seen[i].Avatar), (MessageId.AvatarAppearance, seen[i].Avatar) }));
    }
}
