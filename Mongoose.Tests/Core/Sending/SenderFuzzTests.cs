
namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A million steps with ports that miscount their queues, throw, change rates and close circuits while they are called, and with a clock
/// that stands still and jumps. <see cref="SenderStory"/> checks the invariants: no packet is lost or sent twice, circuits and region keep
/// their caps, statistics agree, every pass ends, and once everything behaves again, all packets are sent.
/// </summary>
public sealed class SenderFuzzTests
{
    [Test]
    public void Whatever_ports_and_clock_do_no_packet_is_lost_and_no_cap_is_exceeded([Range(1, 6)] int seed, [Values] bool usesPaths) =>
        new SenderStory(seed, usesPaths).Run(85_000);

    [Test, Slow("twice as many steps")]
    public void Over_twice_as_many_steps_no_packet_is_lost_and_no_cap_is_exceeded([Range(1, 6)] int seed, [Values] bool usesPaths) =>
        new SenderStory(seed, usesPaths).Run(170_000);
}
