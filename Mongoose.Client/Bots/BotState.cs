namespace Mongoose.Client.Bots;

/// <summary>The stage of a bot's visit.</summary>
internal enum BotState
{
    /// <summary>The bot's turn to log in has not come yet.</summary>
    Waiting,
    /// <summary>The bot waits for the login service's answer.</summary>
    LoggingIn,
    /// <summary>The bot waits for a region's circuit: after the login, or after a teleport.</summary>
    Entering,
    InRegion,
    /// <summary>The bot has asked to leave.</summary>
    Leaving,
    Left,
    Failed,
}
