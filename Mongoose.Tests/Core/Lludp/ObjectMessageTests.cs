using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

public class ObjectMessageTests
{
    [ForAll]
    public void ImprovedTerseObjectUpdate_fields(ulong handle, ushort dilation, int seed)
    {
        var from = new FieldSource(seed);
        byte[][] data = new byte[from.Count(10)][], textures = new byte[data.Length][];
        for (int i = 0; i < data.Length; i++)
            (data[i], textures[i]) = (from.Bytes(60), from.Bytes(300));
        byte[] body = Wire.Body(MessageId.ImprovedTerseObjectUpdate, (ref DatagramWriter w) =>
        {
            new ImprovedTerseObjectUpdate(handle, dilation).Write(ref w);
            for (int i = 0; i < data.Length; i++)
                ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = data[i], TextureEntry = textures[i] });
        });

        Assert.That(ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate read));
        Assert.That((read.RegionHandle, read.TimeDilation, read.Objects.Count), Is.EqualTo((handle, dilation, data.Length)));
        int next = 0;
        foreach (TerseObject terse in read.Objects)
        {
            Assert.That(terse.Data.ToArray(), Is.EqualTo(data[next]));
            Assert.That(terse.TextureEntry.ToArray(), Is.EqualTo(textures[next++]));
        }
        Assert.That(next, Is.EqualTo(data.Length));
    }

    [ForAll]
    public void ObjectUpdate_fields(ulong handle, ushort dilation, int seed)
    {
        int count = new FieldSource(seed).Count(5);
        byte[] body = Wire.Body(MessageId.ObjectUpdate, (ref DatagramWriter w) =>
        {
            new ObjectUpdate(handle, dilation).Write(ref w);
            for (int i = 0; i < count; i++)
                Assert.That(ObjectUpdate.TryAppend(ref w, new FieldSource(seed + i).ObjectUpdateBlock()));
        });

        Assert.That(ObjectUpdate.TryRead(body, out ObjectUpdate read));
        Assert.That((read.RegionHandle, read.TimeDilation, read.Objects.Count), Is.EqualTo((handle, dilation, count)));
        int next = 0;
        foreach (ObjectUpdateBlock block in read.Objects)
            AssertEqual(block, new FieldSource(seed + next++).ObjectUpdateBlock());
        Assert.That(next, Is.EqualTo(count));
    }

    [ForAll]
    public void ObjectMotion_fields(bool avatar, int seed)
    {
        ObjectMotion written = new FieldSource(seed).Motion(avatar);
        ReadOnlySpan<byte> blob = written.WriteTo(new byte[ObjectMotion.AvatarBytes]);
        Assert.That(blob.Length, Is.EqualTo(avatar ? 76 : 60));
        Assert.That(ObjectMotion.TryRead(blob, out ObjectMotion read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void TerseMotion_is_within_one_step_and_clamped(uint id, byte state, bool avatar, int seed)
    {
        ObjectMotion written = new FieldSource(seed).Motion(avatar);
        ReadOnlySpan<byte> blob = new TerseMotion(id, state, written).WriteTo(new byte[TerseMotion.AvatarBytes]);
        Assert.That(blob.Length, Is.EqualTo(avatar ? 60 : 44));
        Assert.That(TerseMotion.TryRead(blob, out TerseMotion read));
        Assert.That((read.LocalId, read.State), Is.EqualTo((id, state)));
        Assert.That(read.Motion.CollisionPlane, Is.EqualTo(written.CollisionPlane));
        Assert.That(read.Motion.Position, Is.EqualTo(written.Position));
        AssertNear(read.Motion.Velocity, written.Velocity, 128);
        AssertNear(read.Motion.Acceleration, written.Acceleration, 64);
        AssertNear(read.Motion.AngularVelocity, written.AngularVelocity, 64);
        Assert.That((read.Motion.Rotation - written.Rotation).Length(), Is.LessThan(4 * 2.0 / 65535));
    }

    [Test]
    public void Blob_of_another_length_is_not_a_motion()
    {
        Assert.That(ObjectMotion.TryRead(new byte[48], out _), Is.False);
        Assert.That(TerseMotion.TryRead(new byte[43], out _), Is.False);
        Assert.That(() => new ObjectMotion().WriteTo(new byte[59]), Throws.ArgumentException);
    }

    private static void AssertNear(Vector3 actual, Vector3 written, float range)
    {
        var expected = Vector3.Clamp(written, new Vector3(-range), new Vector3(range));
        Vector3 off = Vector3.Abs(actual - expected);

        // A step is 2 * range / 65535; float rounding adds a little at the ends of the range.
        Assert.That(MathF.Max(off.X, MathF.Max(off.Y, off.Z)), Is.LessThan(1.1 * 2 * range / 65535));
    }

    private static void AssertEqual(ObjectUpdateBlock actual, ObjectUpdateBlock expected)
    {
        Assert.That((actual.LocalId, actual.State, actual.FullId, actual.Crc),
            Is.EqualTo((expected.LocalId, expected.State, expected.FullId, expected.Crc)));
        Assert.That((actual.PCode, actual.Material, actual.ClickAction, actual.Scale),
            Is.EqualTo((expected.PCode, expected.Material, expected.ClickAction, expected.Scale)));
        Assert.That((actual.ParentId, actual.UpdateFlags, actual.TextColor),
            Is.EqualTo((expected.ParentId, expected.UpdateFlags, expected.TextColor)));
        Assert.That(actual.Shape, Is.EqualTo(expected.Shape));
        Assert.That(actual.Sound, Is.EqualTo(expected.Sound));
        Assert.That(actual.Joint, Is.EqualTo(expected.Joint));
        Assert.That(actual.ObjectData.ToArray(), Is.EqualTo(expected.ObjectData.ToArray()));
        Assert.That(actual.TextureEntry.ToArray(), Is.EqualTo(expected.TextureEntry.ToArray()));
        Assert.That(actual.TextureAnim.ToArray(), Is.EqualTo(expected.TextureAnim.ToArray()));
        Assert.That(actual.NameValue.ToArray(), Is.EqualTo(expected.NameValue.ToArray()));
        Assert.That(actual.Data.ToArray(), Is.EqualTo(expected.Data.ToArray()));
        Assert.That(actual.Text.ToArray(), Is.EqualTo(expected.Text.ToArray()));
        Assert.That(actual.MediaUrl.ToArray(), Is.EqualTo(expected.MediaUrl.ToArray()));
        Assert.That(actual.ParticleSystem.ToArray(), Is.EqualTo(expected.ParticleSystem.ToArray()));
        Assert.That(actual.ExtraParams.ToArray(), Is.EqualTo(expected.ExtraParams.ToArray()));
    }
}
