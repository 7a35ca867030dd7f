using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Which textures and meshes an object names, in blobs within messages.</summary>
public sealed class SurfaceTests
{
    private const string A = "0000000000000000000000000000000A", B = "0000000000000000000000000000000B",
        C = "0000000000000000000000000000000C";

    /// <summary>A zero ends the textures; the colours and all else follow.</summary>
    private const string Rest = "00 FFFFFFFF 00";

    [TestCase("", ExpectedResult = "")]
    [TestCase(A, ExpectedResult = "A", Description = "the shortest that viewers send")]
    [TestCase(A + Rest, ExpectedResult = "A")]
    [TestCase(A + "02" + B + Rest, ExpectedResult = "AB")]
    [TestCase(A + "02" + B + "8101" + C + Rest, ExpectedResult = "ABC", Description = "a face above the seventh takes a second byte")]
    [TestCase(A + "8000" + B, ExpectedResult = "A", Description = "a set of two bytes without faces ends the list")]
    [TestCase(A + "02" + "0000000000", ExpectedResult = "A", Description = "truncated")]
    [TestCase(A + "02" + B + "81", ExpectedResult = "AB", Description = "truncated")]
    public string The_textures_of_all_faces_are_listed(string textureEntry) => Listed(Wire.Hex(textureEntry));

    [TestCase("", ExpectedResult = null)]
    [TestCase("00", ExpectedResult = null)]
    [TestCase("01 3000 11000000" + A + "05", ExpectedResult = "mesh A")]
    [TestCase("01 3000 11000000" + A + "C5", ExpectedResult = "mesh A", Description = "mirrored and inverted")]
    [TestCase("01 3000 11000000" + A + "01", ExpectedResult = "texture A")]
    [TestCase("01 3000 11000000" + "00000000000000000000000000000000" + "05", ExpectedResult = null)]
    [TestCase("02 2000 04000000 01020304 3000 11000000" + A + "05", ExpectedResult = "mesh A", Description = "a light before it")]
    [TestCase("01 3000 10000000" + A, ExpectedResult = null, Description = "without a kind")]
    [TestCase("02 3000 11000000" + A + "05", ExpectedResult = null, Description = "truncated")]
    [TestCase("01 3000 FFFFFFFF" + A + "05", ExpectedResult = null, Description = "longer than the message")]
    public string? The_shape_is_found_among_other_parameters(string extraParams) => Text(ObjectSculpt.Find(Wire.Hex(extraParams)));

    [TestCase(0u, "")]
    [TestCase(0x80u, "000000000000000000000000")]
    [TestCase(0x20u, "01000000")]
    [TestCase(0x2u, "07")]
    [TestCase(0x4u, "616200 FFFFFFFF")]
    [TestCase(0x204u, "616200 FFFFFFFF 6300")]
    public void The_surface_of_a_compressed_object_follows_its_optional_fields(uint fields, string before)
    {
        byte[] data = Compressed(fields, before, after: "");
        Assert.That(CompressedSurface.TryRead(data, out CompressedSurface surface));
        Assert.That((Text(surface.Sculpt), Listed(surface.TextureEntry)), Is.EqualTo(("mesh C", "AB")));
        for (int length = 0; length < data.Length; length++)
            Assert.That(CompressedSurface.TryRead(data.AsSpan(0, length), out _), Is.False, $"truncated to {length}");
    }

    [Test]
    public void Particles_a_sound_and_name_values_stand_around_the_parameters()
    {
        byte[] data = Compressed(0x118, new string('0', 2 * 86), new string('0', 2 * 25) + "616200");
        Assert.That(CompressedSurface.TryRead(data, out CompressedSurface surface) && Listed(surface.TextureEntry) == "AB");
    }

    [Test]
    public void A_scratch_pad_is_not_read() => Assert.That(CompressedSurface.TryRead(Compressed(1, "", ""), out _), Is.False);

    [ForAll]
    public void Any_bytes_are_read_or_refused(byte[] bytes)
    {
        Listed(bytes);
        ObjectSculpt.Find(bytes);
        CompressedSurface.TryRead([.. new byte[64], .. bytes], out _);
    }

    private static byte[] Compressed(uint fields, string before, string after)
    {
        string textures = A + "02" + B + Rest;
        return [.. new byte[64], .. BitConverter.GetBytes(fields), .. new byte[16], .. Wire.Hex(before),
            .. Wire.Hex("01 3000 11000000" + C + "05"),
            .. Wire.Hex(after), .. new byte[23], .. BitConverter.GetBytes(Wire.Hex(textures).Length), .. Wire.Hex(textures)];
    }

    private static string Listed(ReadOnlySpan<byte> textureEntry)
    {
        string listed = "";
        foreach (Guid texture in new FaceTextures(textureEntry))
            listed += texture.ToString("N").TrimStart('0').ToUpperInvariant();
        return listed;
    }

    private static string? Text(ObjectSculpt? sculpt) =>
        sculpt is { } found ? $"{(found.IsMesh ? "mesh" : "texture")} {found.Asset.ToString("N").TrimStart('0').ToUpperInvariant()}" : null;
}
