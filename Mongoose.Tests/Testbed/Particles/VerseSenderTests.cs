using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;
using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Testbed.Particles;

public sealed class VerseSenderTests
{
    private static readonly UdpAddress Here = new(0x0A000001, 1000), There = new(0x0A000002, 2000);

    [Test]
    public void A_receiver_that_connects_anew_gets_the_newest_values()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        using VerseSender sender = new(clock, network, Here, VerseOptions.Default, new ParticleProfile(), seed: 1);
        sender.SendFrame([Value(1, frame: 1), Value(2, frame: 1)]);
        Assert.That(FramesOf(clock, network, seed: 2), Is.EqualTo(new[] { (1, 1), (2, 1) }), "values from before the connection");
        long bytes = sender.Wire.Bytes;
        sender.SendFrame([Value(2, frame: 2)]);
        Assert.That(FramesOf(clock, network, seed: 3), Is.EqualTo(new[] { (1, 1), (2, 2) }), "a new process at the same address");
        Assert.That(sender.Wire.Bytes, Is.GreaterThan(bytes + 50), "what the first connection sent counts too");
    }

    /// <summary>What a receiver has after a second; it is killed then.</summary>
    private static (int Id, int Frame)[] FramesOf(SimulatedScheduler clock, SimulatedNetwork network, ulong seed)
    {
        SortedDictionary<int, int> frames = [];
        using VerseReceiver receiver = new(
            clock, network, There, Here, VerseOptions.Default, seed, (in ParticleValue value) => frames[value.Id] = value.Frame);
        receiver.Connect();
        clock.RunFor(Duration.FromSeconds(1));
        return frames.Select(pair => (pair.Key, pair.Value)).ToArray();
    }

    private static ParticleValue Value(int id, int frame) => new(id, frame, 0, 0, 0);
}
