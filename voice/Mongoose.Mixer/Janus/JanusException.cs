namespace Mongoose.Mixer.Janus;

/// <summary>Janus does not answer, or refuses. The message is one line for the user.</summary>
public sealed class JanusException(JanusProblem problem, string message, Exception? inner = null) : Exception(message, inner)
{
    public JanusProblem Problem { get; } = problem;
}

/// <summary>What is wrong with Janus.</summary>
public enum JanusProblem
{
    /// <summary>It does not answer, or what answers is not Janus.</summary>
    Unreachable,

    /// <summary>It answers, and refuses: trying again is of no use before somebody changes something.</summary>
    Refused,

    /// <summary>The session, the handle or the place in the room is gone.</summary>
    Lost,
}
