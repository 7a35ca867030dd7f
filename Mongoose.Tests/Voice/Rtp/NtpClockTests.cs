using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class NtpClockTests
{
    [TestCase(0, 0ul)]
    [TestCase(0.5, 0x8000_0000ul)]
    [TestCase(3.25, 0x3_4000_0000ul)]
    [TestCase(100_000.75, 0x186A0_C000_0000ul)]
    public void Time_has_32_bits_of_seconds_and_32_of_their_fraction(double seconds, ulong time)
    {
        Assert.That(NtpClock.TimeOf(Instant.FromSeconds(seconds)), Is.EqualTo(time));
        Assert.That(NtpClock.MiddleOf(time), Is.EqualTo((uint)(seconds % 65_536 * 65_536)));
    }
}
