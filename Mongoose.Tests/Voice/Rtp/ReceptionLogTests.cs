using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class ReceptionLogTests
{
    private const int Rate = 8000, Step = 160;

    private static Instant Ms(double value) => Instant.FromMilliseconds(value);

    /// <summary>Packets of 20 ms that arrive on time.</summary>
    private static ReceptionLog Log(params int[] numbers)
    {
        ReceptionLog log = new(7, Rate);
        foreach (int number in numbers)
            Arrive(log, number);
        return log;
    }

    private static bool Arrive(ReceptionLog log, int number) => log.Arrived((ushort)number, (uint)(number * Step), Ms(number * 20));

    [Test]
    public void Nothing_received_is_nothing_lost() => Assert.That(Log().Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 0, 0, 0, 0, 0, 0)));

    [Test]
    public void A_gap_is_lost_once_and_the_fraction_is_that_of_the_interval()
    {
        ReceptionLog log = Log(10, 11, 12, 14);
        Assert.That(log.Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 256 / 5, 1, 14, 0, 0, 0)));
        Arrive(log, 15);
        Assert.That(log.Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 0, 1, 15, 0, 0, 0)));
        Arrive(log, 13);
        Assert.That(log.Report(Ms(0)).CumulativeLost, Is.Zero);
        Assert.That(log.Report(Ms(0)).FractionLost, Is.Zero);
    }

    [Test]
    public void A_duplicate_is_refused_but_counts_as_received()
    {
        ReceptionLog log = Log(10, 11);
        Assert.That(Arrive(log, 10), Is.False);
        Assert.That(Arrive(log, 11), Is.False);
        Assert.That(log.Report(Ms(0)).CumulativeLost, Is.EqualTo(-2));
    }

    [Test]
    public void Numbers_wrap()
    {
        ReceptionLog log = Log(65_534, 65_535, 65_536, 65_537);
        Assert.That(log.Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 0, 0, 65_537, 0, 0, 0)));
    }

    [TestCase(2999, true)]
    [TestCase(3000, false)]
    [TestCase(-100, true)]
    [TestCase(-101, false)]
    public void A_number_that_is_far_off_is_refused(int step, bool isAccepted) =>
        Assert.That(Arrive(Log(5000), 5000 + step), Is.EqualTo(isAccepted));

    [Test]
    public void Two_numbers_in_a_row_restart_the_source()
    {
        ReceptionLog log = Log(1, 2, 4);
        Assert.That(Arrive(log, 40_000), Is.False);
        Assert.That(log.Report(Ms(0)).HighestNumber, Is.EqualTo(4));
        Assert.That(Arrive(log, 40_001), Is.True);
        Assert.That(log.Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 0, 0, 40_001, 0, 0, 0)));
        Assert.That((log.Received, log.Expected), Is.EqualTo((1L, 1L)));
    }

    [Test]
    public void A_single_stray_number_changes_nothing()
    {
        ReceptionLog log = Log(1, 2);
        Arrive(log, 40_000);
        Arrive(log, 3);
        Assert.That(log.Report(Ms(0)), Is.EqualTo(new ReportBlock(7, 0, 0, 3, 0, 0, 0)));
    }

    [Test]
    public void Jitter_is_a_sixteenth_of_the_first_deviation()
    {
        ReceptionLog log = new(7, Rate);
        log.Arrived(1, 0, Ms(0));
        log.Arrived(2, Step, Ms(20 + 40));
        Assert.That(log.Report(Ms(0)).Jitter, Is.EqualTo(40 * 8 / 16));
    }

    [Test]
    public void False_timestamps_are_no_jitter()
    {
        ReceptionLog log = new(7, Rate);
        for (int i = 0; i < 1000; i++)
            log.Arrived((ushort)i, i % 2 == 0 ? 0 : 0x80000000, Ms(0));
        Assert.That(log.Report(Ms(0)).Jitter, Is.Zero);
    }

    [Test]
    public void No_timestamps_make_more_than_a_second_of_jitter()
    {
        ReceptionLog log = new(7, Rate);
        Random random = new(1);
        uint most = 0;
        for (int i = 0; i < 100_000; i++)
        {
            log.Arrived((ushort)i, i % 10 == 0 ? (uint)random.NextInt64(1L << 32) : (uint)(i % 2 * Rate), Ms(0));
            most = Math.Max(most, log.Jitter);
        }
        Assert.That(most, Is.InRange(Rate / 2, Rate));
    }

    [Test]
    public void A_block_answers_the_last_sender_report_of_the_source()
    {
        ReceptionLog log = Log(1);
        log.Heard(new SenderReport(8, ulong.MaxValue, 0, 0, 0), Ms(0));
        log.Heard(new SenderReport(7, 0x0102_0304_0506_0708, 0, 0, 0), Ms(1000));
        ReportBlock block = log.Report(Ms(1500));
        Assert.That((block.LastSenderReport, block.DelaySinceLastSenderReport), Is.EqualTo((0x0304_0506u, 32_768u)));
        Assert.That(log.Report(Ms(0)).DelaySinceLastSenderReport, Is.Zero);
        Assert.That(log.Report(Instant.Never).DelaySinceLastSenderReport, Is.EqualTo(uint.MaxValue));
    }

    [ForAll(MaxTest = 50, Replay = "20261124,3")]
    public void Highest_expected_and_received_are_those_of_a_plain_model(int seed)
    {
        Random random = new(seed);
        ReceptionLog log = new(7, Rate);
        long first = random.Next(65_536 - 1000, 65_536), highest = first;
        HashSet<long> arrived = [];
        int received = 0;
        for (int i = 0; i < 3000; i++)
        {
            long number = i == 0 ? first : Math.Max(highest + random.Next(-30, 35), first);
            highest = Math.Max(highest, number);
            received++;
            Assert.That(log.Arrived((ushort)number, 0, Ms(i)), Is.EqualTo(arrived.Add(number)));
        }
        ReportBlock block = log.Report(Ms(0));
        Assert.That(block.HighestNumber, Is.EqualTo((uint)highest));
        Assert.That(block.CumulativeLost, Is.EqualTo(highest - first + 1 - received));
        Assert.That(log.Expected, Is.EqualTo(highest - first + 1));
    }
}
