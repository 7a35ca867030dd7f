using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every field of textures, terrain and objects survives.</summary>
public sealed class ContentFieldTests
{
    [ForAll]
    public void ImageData_fields(Guid image, byte codec, uint size, ushort packets, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.ImageData, (ref DatagramWriter w) =>
            new ImageData { ImageId = image, Codec = codec, Size = size, Packets = packets, Data = data }.Write(ref w));

        Assert.That(ImageData.TryRead(body, out ImageData read));
        Assert.That((read.ImageId, read.Codec, read.Size, read.Packets), Is.EqualTo((image, codec, size, packets)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void ImagePacket_fields(Guid image, ushort packet, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.ImagePacket, (ref DatagramWriter w) =>
            new ImagePacket { ImageId = image, Packet = packet, Data = data }.Write(ref w));

        Assert.That(ImagePacket.TryRead(body, out ImagePacket read));
        Assert.That((read.ImageId, read.Packet), Is.EqualTo((image, packet)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void LayerData_fields(byte type, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.LayerData, (ref DatagramWriter w) => new LayerData { Type = type, Data = data }.Write(ref w));

        Assert.That(LayerData.TryRead(body, out LayerData read));
        Assert.That(read.Type, Is.EqualTo(type));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void RequestImage_fields(Guid agent, Guid session, int seed)
    {
        var from = new FieldSource(seed);
        var images = new RequestImageBlock[from.Count(30)];
        for (int i = 0; i < images.Length; i++)
            images[i] = new RequestImageBlock(from.Guid(), from.Int8(), from.Single(), from.UInt32(), from.UInt8());
        byte[] body = Wire.Body(MessageId.RequestImage, (ref DatagramWriter w) =>
        {
            new RequestImage(agent, session).Write(ref w);
            foreach (RequestImageBlock image in images)
                Assert.That(RequestImage.TryAppend(ref w, image));
        });

        Assert.That(RequestImage.TryRead(body, out RequestImage read));
        Assert.That((read.AgentId, read.SessionId, read.Count), Is.EqualTo((agent, session, images.Length)));
        for (int i = 0; i < images.Length; i++)
            Assert.That(read[i], Is.EqualTo(images[i]));
    }

    [ForAll]
    public void ObjectUpdateCached_fields(ulong region, ushort dilation, int seed)
    {
        var from = new FieldSource(seed);
        var objects = new CachedObject[from.Count(80)];
        for (int i = 0; i < objects.Length; i++)
            objects[i] = new CachedObject(from.UInt32(), from.UInt32(), from.UInt32());
        byte[] body = Wire.Body(MessageId.ObjectUpdateCached, (ref DatagramWriter w) =>
        {
            new ObjectUpdateCached(region, dilation).Write(ref w);
            foreach (CachedObject cached in objects)
                Assert.That(ObjectUpdateCached.TryAppend(ref w, cached));
        });

        Assert.That(ObjectUpdateCached.TryRead(body, out ObjectUpdateCached read));
        Assert.That((read.RegionHandle, read.TimeDilation, read.Count), Is.EqualTo((region, dilation, objects.Length)));
        for (int i = 0; i < objects.Length; i++)
            Assert.That(read[i], Is.EqualTo(objects[i]));
    }

    [ForAll]
    public void ObjectUpdateCompressed_objects_begin_with_their_ids(Guid id, uint localId, uint flags)
    {
        byte[] data = [.. id.ToByteArray(bigEndian: true), .. BitConverter.GetBytes(localId), 9];
        byte[] body = Wire.Body(MessageId.ObjectUpdateCompressed, (ref DatagramWriter w) =>
        {
            new ObjectUpdateCompressed(1, 2).Write(ref w);
            Assert.That(ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { UpdateFlags = flags, Data = data }));
            Assert.That(ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { Data = data[..19] }));
        });

        Assert.That(ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed read));
        List<(uint Flags, uint? LocalId)> objects = [];
        foreach (CompressedObject compressed in read.Objects)
            objects.Add((compressed.UpdateFlags, compressed.LocalId));
        Assert.That(objects, Is.EqualTo(new (uint, uint?)[] { (flags, localId), (0, null) }));
    }
}
