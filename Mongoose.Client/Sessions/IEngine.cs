namespace Mongoose.Client.Sessions;

/// <summary>Creates sessions of one kind.</summary>
internal interface IEngine : IDisposable
{
    /// <summary>The name and version of the code in use.</summary>
    string Version { get; }

    /// <summary>
    /// Creates a session that reports to <paramref name="listener"/>; nothing happens before <see cref="IBotSession.Begin"/>.
    /// </summary>
    IBotSession Open(SessionPlan plan, ISessionListener listener);
}

/// <summary>An engine cannot be used on this machine; the message is one line for the user.</summary>
internal sealed class EngineException(string message, Exception inner) : Exception(message, inner);
