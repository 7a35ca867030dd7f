using FsCheck;
using Mongoose.Core.Units;
using Mongoose.Network.Games;

namespace Mongoose.Tests.Network.Games;

public sealed class GameDatagramTests
{
    [FsCheck.NUnit.Property]
    public void A_written_datagram_reads_back_and_a_truncated_one_is_refused(
        NonNegativeInt sequence, long sent, long echoed, long held, NonNegativeInt more)
    {
        GameDatagram written = new(sequence.Get, new Instant(sent), new Instant(echoed), new Duration(held));
        byte[] payload = new byte[GameDatagram.HeaderBytes + more.Get % 100];
        written.Write(payload);
        Assert.That(GameDatagram.TryRead(payload, out GameDatagram read));
        Assert.That(read, Is.EqualTo(written));
        for (int length = 0; length < GameDatagram.HeaderBytes; length++)
            Assert.That(GameDatagram.TryRead(payload.AsSpan(0, length), out _), Is.False);
    }

    [TestCase(0, 0, 80, 0, "game, interval 0 ms: allowed is above 0")]
    [TestCase(10, 11, 80, 0, "game, jitter 11 ms: allowed are 0 to the interval, 10 ms")]
    [TestCase(10, 0, 27, 0, "game, payload 27 ± 0 bytes: allowed are 28 to 1472 bytes")]
    [TestCase(10, 0, 80, 53, "game, payload 80 ± 53 bytes: allowed are 28 to 1472 bytes")]
    [TestCase(10, 0, 1472, 1, "game, payload 1472 ± 1 bytes: allowed are 28 to 1472 bytes")]
    public void A_train_out_of_range_is_refused(double interval, double jitter, int bytes, int spread, string message)
    {
        PacketTrain train = new()
        {
            Interval = Duration.FromMilliseconds(interval),
            Jitter = Duration.FromMilliseconds(jitter),
            PayloadBytes = bytes,
            PayloadSpreadBytes = spread,
        };
        Assert.That(Assert.Throws<ArgumentException>(train.Validate)!.Message, Is.EqualTo(message));
    }
}
