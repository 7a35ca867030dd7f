namespace Mongoose.Client.Sessions;

/// <summary>Makes sessions of one kind.</summary>
internal interface IEngine : IDisposable
{
    /// <summary>By which users choose it.</summary>
    string Name { get; }

    /// <summary>Whose code it is, and which version.</summary>
    string Version { get; }

    /// <summary>A session that tells <paramref name="listener"/> everything; nothing happens before <see cref="IBotSession.Begin"/>.</summary>
    IBotSession Open(SessionPlan plan, ISessionListener listener);
}

/// <summary>An engine cannot be used here; the message is one line for people.</summary>
internal sealed class EngineException(string message, Exception inner) : Exception(message, inner);
