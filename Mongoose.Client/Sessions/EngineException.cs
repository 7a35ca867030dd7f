namespace Mongoose.Client.Sessions;

/// <summary>An engine cannot be used here; the message is one line for people.</summary>
public sealed class EngineException(string message, Exception inner) : Exception(message, inner);
