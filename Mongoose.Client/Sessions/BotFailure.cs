using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions;

/// <summary>Why a bot's visit came to an end by itself.</summary>
internal enum BotFailure
{
    None = 0,
    /// <summary>The grid does not know the account, or the password is another.</summary>
    WrongPassword,
    /// <summary>The account is on the grid already, or logins are closed.</summary>
    AlreadyLoggedIn,
    /// <summary>The login service says no for another reason.</summary>
    LoginRefused,
    /// <summary>There is no connection to the login URI: nobody listens, the name is unknown, or TLS fails.</summary>
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

/// <summary>What a failed login means for a bot.</summary>
internal static class LoginFailures
{
    public static BotFailure Of(LoginFailed failed) => failed.Cause switch
    {
        LoginFailure.Unreachable => BotFailure.GridUnreachable,
        LoginFailure.Timeout => BotFailure.LoginTimeout,
        LoginFailure.BadReply => BotFailure.BadLoginReply,
        _ => OfReason(failed.Reason, failed.Message),
    };

    /// <summary>By the service's own words: OpenSim's reason is the same for a wrong password and for a region that is full.</summary>
    public static BotFailure OfReason(string reason, string message) => reason switch
    {
        LoginFailed.Key when message.Contains("authenticate", StringComparison.OrdinalIgnoreCase)
            || message.Contains("password", StringComparison.OrdinalIgnoreCase) => BotFailure.WrongPassword,
        LoginFailed.Presence => BotFailure.AlreadyLoggedIn,
        _ => BotFailure.LoginRefused,
    };

    public static string Text(LoginFailed failed) => failed.Reason.Length == 0 ? failed.Message : $"{failed.Reason}: {failed.Message}";
}
