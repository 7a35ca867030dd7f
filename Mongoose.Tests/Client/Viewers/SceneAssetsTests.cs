using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>The assets that a viewer finds in a region's messages.</summary>
public sealed class SceneAssetsTests
{
    private const byte Prim = 9, Avatar = 47;
    private const string None = "00000000000000000000000000000000", A = "0000000000000000000000000000000A",
        B = "0000000000000000000000000000000B";

    private readonly List<string> _found = [];

    [SetUp]
    public void Forget() => _found.Clear();

    [Test]
    public void Prims_have_textures_and_meshes_and_avatars_are_left_out()
    {
        byte[] body = Wire.Body(MessageId.ObjectUpdate, (ref DatagramWriter w) =>
        {
            new ObjectUpdate(1, 1).Write(ref w);
            Append(ref w, Prim, A + "02" + None + "04" + B + "00", "");
            Append(ref w, Avatar, B, "");
            Append(ref w, Prim, B, "01 3000 11000000" + A + "05");
            Append(ref w, Prim, "", "01 3000 11000000" + A + "03");
        });
        Assert.That(ObjectUpdate.TryRead(body, out ObjectUpdate update));
        Assets().Collect(update);
        Assert.That(_found, Is.EqualTo(new[] { "texture A", "texture B", "texture B", "mesh A", "texture A" }));
    }

    [Test]
    public void Compressed_updates_name_assets_too()
    {
        byte[] whole = [.. new byte[64 + 4 + 16 + 1 + 23], .. BitConverter.GetBytes(16), .. Wire.Hex(A)];
        byte[] body = Wire.Body(MessageId.ObjectUpdateCompressed, (ref DatagramWriter w) =>
        {
            new ObjectUpdateCompressed(1, 1).Write(ref w);
            ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { Data = whole[..^1] });
            ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { Data = whole });
        });
        Assert.That(ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed update));
        Assets().Collect(update);
        Assert.That(_found, Is.EqualTo(new[] { "texture A" }));
    }

    private static void Append(ref DatagramWriter w, byte code, string textureEntry,
        string extraParams) => Assert.That(ObjectUpdate.TryAppend(ref w,
        new ObjectUpdateBlock { PCode = code, TextureEntry = Wire.Hex(textureEntry), ExtraParams = Wire.Hex(extraParams) }));

    private SceneAssets Assets() => new(id => _found.Add($"texture {Short(id)}"), id => _found.Add($"mesh {Short(id)}"));

    private static string Short(Guid id) => id.ToString("N").TrimStart('0').ToUpperInvariant();
}
