using System.Numerics;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>A person: a speaker, a listener, or both.</summary>
internal sealed class Person(string name)
{
    private Vector3? _listener;
    private Quaternion? _speakerHeading, _listenerHeading;

    public string Name { get; } = name;

    /// <summary>The person's settings in this mixer's own file; null without any.</summary>
    public SourceOptions? Options { get; init; }

    /// <summary>The position of the mouth.</summary>
    public Vector3? Speaker { get; set; }

    /// <summary>The position of the ears: that of the mouth, unless they were moved away from it, for example with a camera.</summary>
    public Vector3? Ears => _listener ?? Speaker;

    /// <summary>The rotation of the ears: that of the speaker, unless they have one of their own.</summary>
    public Quaternion EarsHeading => _listenerHeading ?? _speakerHeading ?? Quaternion.Identity;

    /// <summary>The number of the latest move among those of all people; 0 before the first.</summary>
    public long MovedAs { get; set; }

    /// <summary>Changes with each move of the voice.</summary>
    public int Version { get; private set; }

    public void Move(in SpatialUpdate update)
    {
        if (update.Speaker is { } speaker && speaker != Speaker)
        {
            Speaker = speaker;
            Version++;
        }
        _listener = update.Listener ?? _listener;
        _speakerHeading = Unit(update.SpeakerHeading) ?? _speakerHeading;
        _listenerHeading = Unit(update.ListenerHeading) ?? _listenerHeading;
    }

    /// <summary>A rotation without scaling; none if it is too short for a direction.</summary>
    private static Quaternion? Unit(Quaternion? heading) =>
        heading is { } given && given.LengthSquared() > 1e-6f ? Quaternion.Normalize(given) : null;
}
