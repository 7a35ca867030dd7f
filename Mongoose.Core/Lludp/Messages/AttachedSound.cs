namespace Mongoose.Core.Lludp.Messages;

/// <summary>A sound that loops at an object; all zero when there is none.</summary>
/// <param name="Sound">The sound.</param>
/// <param name="OwnerId">Whom to mute.</param>
/// <param name="Gain">0 to 1.</param>
/// <param name="Flags">How it is played.</param>
/// <param name="Radius">Metres beyond which it is not heard.</param>
public readonly record struct AttachedSound(Guid Sound, Guid OwnerId, float Gain, byte Flags, float Radius)
{
    internal static AttachedSound Read(ref SpanReader r) =>
        new(r.ReadGuid(), r.ReadGuid(), r.ReadSingle(), r.ReadUInt8(), r.ReadSingle());

    internal void Write(ref DatagramWriter w)
    {
        w.WriteGuid(Sound);
        w.WriteGuid(OwnerId);
        w.WriteSingle(Gain);
        w.WriteUInt8(Flags);
        w.WriteSingle(Radius);
    }
}
