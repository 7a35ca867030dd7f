namespace Mongoose.Client.Sessions;

/// <summary>What a session reports while it goes on. All calls are on its scheduler's thread.</summary>
internal interface ISessionListener
{
    /// <summary>A login has failed and is tried again.</summary>
    void LoginRetried();

    /// <summary>The login succeeded, or a teleport; the region's circuit opens next.</summary>
    /// <param name="region">Where it lies; null if that is where the last teleport went.</param>
    void Entering(Destination? region);

    /// <summary>The avatar is in the region.</summary>
    void Arrived();

    /// <summary>The visit is over and nobody asked for it. Nothing is reported after this.</summary>
    void Failed(BotFailure failure, string message);

    /// <summary>The visit is over as asked. Nothing is reported after this.</summary>
    void Left();
}
