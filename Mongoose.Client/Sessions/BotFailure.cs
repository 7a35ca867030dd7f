namespace Mongoose.Client.Sessions;

/// <summary>Why a bot's visit came to an end by itself.</summary>
public enum BotFailure
{
    None = 0,
    /// <summary>The grid does not know the account, or the password is another.</summary>
    WrongPassword,
    /// <summary>The account is on the grid already, or logins are closed.</summary>
    AlreadyLoggedIn,
    /// <summary>The login service says no for another reason.</summary>
    LoginRefused,
    /// <summary>Nobody listens at the login URI.</summary>
    GridUnreachable,
    /// <summary>The login service does not answer in time.</summary>
    LoginTimeout,
    /// <summary>The login service answers, but not as one.</summary>
    BadLoginReply,
    /// <summary>The region that the login named does not open the circuit.</summary>
    RegionSilent,
    /// <summary>The region has closed the circuit.</summary>
    CircuitLost,
    /// <summary>The circuit was open, and then nothing more came.</summary>
    ServerSilent,
    /// <summary>This program, or the library that it uses, has failed.</summary>
    EngineFailed,
}
