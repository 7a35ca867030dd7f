namespace Mongoose.Core.Lludp.Messages;

/// <summary>A sound that loops at an object; all zero if there is none.</summary>
/// <param name="Sound">The sound.</param>
/// <param name="OwnerId">The owner, whom users can mute.</param>
/// <param name="Gain">0 to 1.</param>
/// <param name="Flags">Playback flags.</param>
/// <param name="Radius">Distance in metres beyond which the sound is not heard.</param>
public readonly record struct AttachedSound(Guid Sound, Guid OwnerId, float Gain, byte Flags, float Radius)
{
    internal const int Bytes = 41;

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
