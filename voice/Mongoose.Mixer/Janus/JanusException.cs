namespace Mongoose.Mixer.Janus;

/// <summary>Janus does not answer, or refuses. The message is one line for the user.</summary>
public sealed class JanusException(JanusProblem problem, string message, Exception? inner = null) : Exception(message, inner)
{
    public JanusProblem Problem { get; } = problem;
}

/// <summary>The kind of a problem with Janus.</summary>
public enum JanusProblem
{
    /// <summary>Janus does not answer, or the answer is not from Janus.</summary>
    Unreachable,

    /// <summary>Janus refuses: another attempt fails until the settings are changed.</summary>
    Refused,

    /// <summary>The session, the handle or the place in the room is gone.</summary>
    Lost,
}
