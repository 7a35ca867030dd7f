using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Tests.Network.Tcp.Endpoints;

/// <summary>What applications need that send only what is newest: room in the stream, arrivals out of order, and giving data up.</summary>
public sealed class StreamRoomTests
{
    private static readonly LinkOptions Way = new() { Delay = Duration.FromMilliseconds(10) };

    private static readonly TcpOptions Options =
        TcpOptions.Linux with { Handshake = false, InitialWindowSegments = 2, SegmentBytes = 1000, SegmentsPerAck = 1 };

    [Test]
    public void There_is_room_until_written_data_waits_and_again_when_it_was_sent()
    {
        FlowRig rig = new(Way, Way);
        TcpFlow flow = rig.NewFlow(Options);
        List<Instant> rooms = [];
        flow.Write(2000);
        Assert.That(flow.HasRoom, "the window takes all of it");
        flow.Write(1000);
        Assert.That(flow.HasRoom, Is.False);
        flow.AwaitRoom(() => rooms.Add(rig.Clock.Now));
        rig.Clock.RunFor(Duration.FromMilliseconds(100));
        Assert.That(rooms, Is.EqualTo(new[] { Instant.FromMilliseconds(20) }), "once, after the first acknowledgment");
        Assert.That(flow.HasRoom);
    }

    [Test]
    public void The_limit_of_unsent_bytes_is_an_option()
    {
        FlowRig rig = new(Way, Way);
        TcpFlow flow = rig.NewFlow(Options with { UnsentBytes = 1500 });
        flow.Write(3000);
        Assert.That(flow.HasRoom, "1000 bytes wait");
        flow.Write(1000);
        Assert.That(flow.HasRoom, Is.False, "2000 bytes wait");
    }

    [Test]
    public void Segments_are_reported_as_they_arrive_whatever_is_missing_before()
    {
        FlowRig rig = Losing(0);
        TcpFlow flow = rig.NewFlow(Options with { InitialWindowSegments = 5 });
        List<SequenceRange> arrived = [];
        flow.Sink.Arrived = arrived.Add;
        flow.Write(5000);
        rig.Clock.RunFor(Duration.FromSeconds(2));
        Assert.That(arrived.Select(range => range.Start), Is.EqualTo(new[] { 1000, 2000, 3000, 4000, 0 }));
        Assert.That(flow.DeliveredBytes, Is.EqualTo(5000));
    }

    [Test]
    public void Data_given_up_is_not_sent_again_but_no_longer_missed()
    {
        FlowRig rig = Losing(0);
        TcpFlow flow = rig.NewFlow(Options with { InitialWindowSegments = 5 });
        List<SequenceRange> arrived = [];
        flow.Sink.Arrived = arrived.Add;
        flow.Source.GivesUp = range => range.Start == 0;
        flow.Write(5000);
        rig.Clock.RunFor(Duration.FromSeconds(2));
        Assert.Multiple(() =>
        {
            Assert.That(arrived.Select(range => range.Start), Is.EqualTo(new[] { 1000, 2000, 3000, 4000 }));
            Assert.That(flow.Source.Abandoned.Bytes, Is.EqualTo(1000));
            Assert.That(flow.Source.Sender.Acknowledged, Is.EqualTo(5000), "the notice of the range is acknowledged");
            Assert.That(rig.Down.Counters.DeliveredBytes, Is.EqualTo(4 * 1052 + 60),
                "four segments, and the notice of 8 bytes with its headers");
        });
    }

    private static FlowRig Losing(long packet) => new(Way with { Loss = new ListedLoss(packet) }, Way);
}
