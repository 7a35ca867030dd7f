using Mongoose.Core.Lludp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

public class ZeroCodingTests
{
    [TestCase(0, "")]
    [TestCase(1, "00 01")]
    [TestCase(2, "00 02")]
    [TestCase(255, "00 FF")]
    [TestCase(256, "00 FF 00 01")]
    [TestCase(510, "00 FF 00 FF")]
    [TestCase(512, "00 FF 00 FF 00 02")]
    public void Run_of_zeros_is_coded_in_chunks_of_at_most_255(int zeros, string expected)
    {
        byte[] coded = new byte[16];
        Assert.That(ZeroCoding.TryEncode(new byte[zeros], coded, out int written));
        Assert.That(coded[..written], Is.EqualTo(Wire.Hex(expected)));

        byte[] decoded = new byte[zeros];
        Assert.That(ZeroCoding.TryDecode(coded.AsSpan(0, written), decoded, out written), Is.EqualTo(LludpError.None));
        Assert.That(written, Is.EqualTo(zeros));
    }

    [Test]
    public void Literals_around_runs_are_unchanged()
    {
        byte[] coded = new byte[16];
        Assert.That(ZeroCoding.TryEncode(Wire.Hex("01 00 02 00 00 00 03 04"), coded, out int written));
        Assert.That(coded[..written], Is.EqualTo(Wire.Hex("01 00 01 02 00 03 03 04")));
    }

    [ForAll]
    public void Decoding_reverses_encoding(int seed)
    {
        byte[] source = new FieldSource(seed).Bytes(1500);
        byte[] coded = new byte[source.Length * 3 / 2 + 1];
        Assert.That(ZeroCoding.TryEncode(source, coded, out int codedBytes));

        byte[] decoded = new byte[source.Length];
        LludpError error = ZeroCoding.TryDecode(coded.AsSpan(0, codedBytes), decoded, out int decodedBytes);
        Assert.That(error, Is.EqualTo(LludpError.None));
        Assert.That(decodedBytes, Is.EqualTo(source.Length));
        Assert.That(decoded, Is.EqualTo(source));
    }

    [ForAll]
    public void One_byte_less_than_needed_overflows_in_both_directions(int seed)
    {
        byte[] source = [.. new FieldSource(seed).Bytes(600), 1, 0, 0];
        byte[] coded = new byte[source.Length * 3 / 2 + 1];
        Assert.That(ZeroCoding.TryEncode(source, coded, out int codedBytes));

        Assert.That(ZeroCoding.TryEncode(source, new byte[codedBytes], out _));
        Assert.That(ZeroCoding.TryEncode(source, new byte[codedBytes - 1], out _), Is.False);
        Assert.That(ZeroCoding.TryDecode(coded.AsSpan(0, codedBytes), new byte[source.Length - 1], out _),
            Is.EqualTo(LludpError.ZeroCodeOverflow));
    }

    [TestCase("01 02 03 04", 3, "01 02 03")]
    [TestCase("01 00 05 02", 3, "01 00 00")]
    public void A_destination_that_is_too_small_is_filled(string coded, int bytes, string decoded)
    {
        byte[] destination = new byte[bytes];
        Assert.That(ZeroCoding.TryDecode(Wire.Hex(coded), destination, out int written), Is.EqualTo(LludpError.ZeroCodeOverflow));
        Assert.That((destination, written), Is.EqualTo((Wire.Hex(decoded), bytes)));
    }

    [TestCase("01 00", TestName = "Zero_at_the_end_is_malformed")]
    [TestCase("01 00 00", TestName = "Count_of_zero_at_the_end_is_malformed")]
    [TestCase("01 00 00 05 02", TestName = "Count_of_zero_inside_is_malformed")]
    public void Malformed(string coded) =>
        Assert.That(ZeroCoding.TryDecode(Wire.Hex(coded), new byte[600], out _), Is.EqualTo(LludpError.ZeroCodeMalformed));
}
