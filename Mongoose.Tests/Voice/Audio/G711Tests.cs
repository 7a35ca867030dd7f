using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Audio;

public sealed class G711Tests
{
    [TestCase(0xFF, 0)]
    [TestCase(0x7F, 0)]
    [TestCase(0xFE, 8)]
    [TestCase(0x80, 32_124)]
    [TestCase(0x00, -32_124)]
    [TestCase(0x90, 15_996)]
    [TestCase(0x10, -15_996)]
    [TestCase(0xCE, 988)]
    [TestCase(0xF2, 104)]
    public void Mu_law_decodes(int code, int sample) => Assert.That(G711.MuLawSamples[code], Is.EqualTo(sample));

    [TestCase(0, 0xFF)]
    [TestCase(1, 0xFF)]
    [TestCase(-1, 0x7E)]
    [TestCase(100, 0xF2)]
    [TestCase(1000, 0xCE)]
    [TestCase(16_000, 0x90)]
    [TestCase(32_767, 0x80)]
    [TestCase(-32_768, 0x00)]
    public void Mu_law_encodes(int sample, int code) => Assert.That(G711.EncodeMuLaw(sample), Is.EqualTo(code));

    /// <summary>Of G.711's table: codes have their even bits inverted; the first steps are 16 wide, the last 1024.</summary>
    [TestCase(0xD5, 8)]
    [TestCase(0x55, -8)]
    [TestCase(0xAA, 32_256)]
    [TestCase(0x2A, -32_256)]
    public void A_law_decodes(int code, int sample) => Assert.That(G711.ALawSamples[code], Is.EqualTo(sample));

    /// <summary>
    /// The decision values between segments of G.711's table 2a, in 14 bits: a sample there has the code of the higher segment.
    /// </summary>
    [TestCase(31, 0xEF)]
    [TestCase(95, 0xDF)]
    [TestCase(223, 0xCF)]
    [TestCase(479, 0xBF)]
    [TestCase(991, 0xAF)]
    [TestCase(2015, 0x9F)]
    [TestCase(4063, 0x8F)]
    public void Mu_law_changes_segments_at_the_decision_values(int value, int code)
    {
        Assert.That(G711.EncodeMuLaw(4 * value), Is.EqualTo(code));
        Assert.That(G711.EncodeMuLaw(4 * value - 1), Is.EqualTo(code + 1));
        Assert.That(G711.EncodeMuLaw(-4 * value), Is.EqualTo(code & 0x7F));
    }

    /// <summary>The same of table 1a, in 13 bits.</summary>
    [TestCase(64, 5)]
    [TestCase(128, 4)]
    [TestCase(256, 3)]
    [TestCase(512, 2)]
    [TestCase(1024, 1)]
    [TestCase(2048, 0)]
    public void A_law_changes_segments_at_the_decision_values(int value, int segmentsAbove)
    {
        int code = 0x80 + (7 - segmentsAbove << 4);
        Assert.That(G711.EncodeALaw(8 * value), Is.EqualTo(code ^ 0x55));
        Assert.That(G711.EncodeALaw(8 * value - 1), Is.EqualTo(code - 1 ^ 0x55));
    }

    [Test]
    public void What_mu_law_decodes_encodes_to_the_same_code_but_for_the_negative_zero() =>
        Assert.That(Enumerable.Range(0, 256).Select(code => (int)G711.EncodeMuLaw((int)G711.MuLawSamples[code])),
            Is.EqualTo(Enumerable.Range(0, 256).Select(code => code == 0x7F ? 0xFF : code)));

    [Test]
    public void What_A_law_decodes_encodes_to_the_same_code() =>
        Assert.That(Enumerable.Range(0, 256).Select(code => (int)G711.EncodeALaw((int)G711.ALawSamples[code])),
        Is.EqualTo(Enumerable.Range(0, 256)));

    [Test]
    public void A_louder_sample_never_decodes_to_less()
    {
        int[] samples = Enumerable.Range(short.MinValue, 65_536).ToArray();
        Assert.That(samples.Select(sample => G711.MuLawSamples[G711.EncodeMuLaw(sample)]), Is.Ordered);
        Assert.That(samples.Select(sample => G711.ALawSamples[G711.EncodeALaw(sample)]), Is.Ordered);
    }

    /// <summary>The half step of the last segment is 512; what is above its last step is clipped.</summary>
    [Test]
    public void Coding_changes_a_sample_by_a_thirtieth_at_most()
    {
        for (int sample = short.MinValue; sample <= short.MaxValue; sample++)
        {
            Assert.That(G711.MuLawSamples[G711.EncodeMuLaw(sample)], Is.EqualTo(sample).Within(8 + Math.Abs(sample) / 30.0), $"{sample}");
            Assert.That(G711.ALawSamples[G711.EncodeALaw(sample)], Is.EqualTo(sample).Within(8 + Math.Abs(sample) / 30.0), $"{sample}");
        }
    }
}
