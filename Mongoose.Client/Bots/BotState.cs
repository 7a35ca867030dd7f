namespace Mongoose.Client.Bots;

/// <summary>How far a bot's visit has come.</summary>
internal enum BotState
{
    /// <summary>Its turn to log in has not come.</summary>
    Waiting,
    /// <summary>It has asked the login service.</summary>
    LoggingIn,
    /// <summary>It waits for a region's circuit: after the login, or after a teleport.</summary>
    Entering,
    InRegion,
    /// <summary>It has asked to leave.</summary>
    Leaving,
    Left,
    Failed,
}
