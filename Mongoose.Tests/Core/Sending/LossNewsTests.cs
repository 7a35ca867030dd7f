using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

public sealed class LossNewsTests
{
    private static readonly Instant Now = Instant.FromSeconds(9);

    private LossNews _news;

    [Test]
    public void A_datagram_without_losses_reports_none() => Assert.That(_news.Take(Now, 700), Is.EqualTo(new AckReport(Now, 700, null)));

    [Test]
    public void A_report_has_the_range_the_bytes_and_the_newest_transmission_of_the_losses()
    {
        Lose(uint.MaxValue, bytes: 300, sentAt: 5);
        Lose(2, bytes: 400, sentAt: 6);
        Assert.That(_news.Take(Now, 700), Is.EqualTo(new AckReport(Now, 700, 2)
        {
            LostPackets = 2,
            LostBytes = 700,
            LowestLost = uint.MaxValue,
            NewestLostSent = Instant.FromSeconds(6),
        }));
    }

    [Test]
    public void A_report_has_the_lowest_number_whose_loss_was_spurious_whatever_the_order([Values(0, 1, 2)] int first)
    {
        uint[] numbers = [uint.MaxValue, 0, 1];
        for (int i = 0; i < 3; i++)
            _news.AddSpurious(numbers[(first + i) % 3]);
        Assert.That(_news.Take(Now, 700), Is.EqualTo(new AckReport(Now, 700, null) { Spurious = 3, LowestSpurious = uint.MaxValue }));
    }

    [Test]
    public void Each_loss_is_reported_once()
    {
        Lose(1, bytes: 300, sentAt: 5);
        _news.AddSpurious(1);
        _news.Take(Now, 700);
        Assert.That(_news.Take(Now, 800), Is.EqualTo(new AckReport(Now, 800, null)));
    }

    /// <summary>A packet that was sent again a second later.</summary>
    private void Lose(uint number, int bytes, double sentAt) => _news.AddLost(new SentPacket
    {
        Number = number,
        Bytes = bytes,
        FirstSent = Instant.FromSeconds(sentAt),
        LastSent = Instant.FromSeconds(sentAt + 1),
    });
}
