using System.Numerics;

namespace Mongoose.Voice.Conferences;

/// <summary>New positions of a person; null leaves a value unchanged.</summary>
/// <param name="Name">The source's CNAME, or the peer's name.</param>
/// <param name="Speaker">The position of the voice, in metres (<c>sp</c>).</param>
/// <param name="SpeakerHeading">The speaker's rotation (<c>sh</c>).</param>
/// <param name="Listener">The position of the ears, in metres (<c>lp</c>).</param>
/// <param name="ListenerHeading">The listener's rotation (<c>lh</c>).</param>
public readonly record struct SpatialUpdate(string Name, Vector3? Speaker, Quaternion? SpeakerHeading, Vector3? Listener,
    Quaternion? ListenerHeading);
