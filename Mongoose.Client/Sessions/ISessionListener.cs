namespace Mongoose.Client.Sessions;

/// <summary>Receives a session's reports. All calls are made on its scheduler's thread.</summary>
internal interface ISessionListener
{
    /// <summary>A login has failed and is retried.</summary>
    void LoginRetried();

    /// <summary>The login, or a teleport, succeeded; the region's circuit opens next.</summary>
    /// <param name="region">The region's position; null if it is the destination of the last teleport.</param>
    void Entering(Destination? region);

    /// <summary>The avatar is in the region.</summary>
    void Arrived();

    /// <summary>Something that the user should know, and that does not end the visit.</summary>
    void Noted(string message);

    /// <summary>The visit has ended unplanned. Nothing is reported after this.</summary>
    void Failed(BotFailure failure, string message);

    /// <summary>The visit has ended as requested. Nothing is reported after this.</summary>
    void Left();
}
