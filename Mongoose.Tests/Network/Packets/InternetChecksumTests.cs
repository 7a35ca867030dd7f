using Mongoose.Network.Packets;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Packets;

public sealed class InternetChecksumTests
{
    [TestCase(0xDD2F, 0x5555, 0x3285, 0x0000, Description = "RFC 1624 section 4, where RFC 1141 yields 0xFFFF")]
    [TestCase(0xABCD, 512, 501, 0xABD8)]
    [TestCase(0x1234, 0xFFFF, 185, 0x117B)]
    [TestCase(0x1234, 7, 7, 0x1234)]
    public void A_changed_word_changes_the_checksum_as_in_equation_3(int checksum, int before, int after, int expected) =>
        Assert.That(InternetChecksum.Updated((ushort)checksum, (ushort)before, (ushort)after), Is.EqualTo(expected));

    [ForAll]
    public bool An_update_is_what_a_new_computation_yields(ushort[] words, ushort after, byte place)
    {
        byte[] header = [0x45, 0, .. words.SelectMany(word => (byte[])[(byte)(word >> 8), (byte)word]), 0, 0];
        int wordAt = place % (header.Length / 2 - 1) * 2, checksumAt = header.Length - 2;
        ushort checksum = (ushort)~FullChecksum.Sum(header);
        (header[checksumAt], header[checksumAt + 1]) = ((byte)(checksum >> 8), (byte)checksum);
        if (wordAt == 0)
            after |= 0x4000; // As in a header, not all words are zero: that sum has two representations.
        InternetChecksum.Replace(header, wordAt, after, checksumAt);
        return FullChecksum.Sum(header) == 0xFFFF && (header[wordAt] << 8 | header[wordAt + 1]) == after;
    }
}
