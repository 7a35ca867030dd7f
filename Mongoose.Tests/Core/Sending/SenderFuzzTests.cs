namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A million steps of ports that miscount their queues, throw, change rates and close circuits while they are called, and of a clock that
/// stands still and jumps. <see cref="SenderStory"/> states what has to hold: no packet is lost or sent twice, circuits and region keep their
/// caps, figures agree, memory is bounded, no pass is endless, and when all behave again all leaves.
/// </summary>
[NonParallelizable]
public sealed class SenderFuzzTests
{
    [Test]
    public void Whatever_ports_and_clock_do_no_packet_is_lost_and_no_cap_exceeded([Range(1, 6)] int seed, [Values] bool heedsPaths) =>
        new SenderStory(seed, heedsPaths).Run(170_000);
}
