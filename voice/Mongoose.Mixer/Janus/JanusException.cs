namespace Mongoose.Mixer.Janus;

/// <summary>Janus does not answer, refuses, or has ended the session. The message is one line for the user.</summary>
public sealed class JanusException(string message, Exception? inner = null) : Exception(message, inner);
