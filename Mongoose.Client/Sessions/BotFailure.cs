using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions;

/// <summary>Why a bot's visit ended unplanned.</summary>
internal enum BotFailure
{
    None = 0,
    /// <summary>The grid does not know the account, or the password is wrong.</summary>
    WrongPassword,
    /// <summary>The account is already logged in, or logins are closed.</summary>
    AlreadyLoggedIn,
    /// <summary>The login service refused the login for another reason.</summary>
    LoginRefused,
    /// <summary>No connection to the login URI: nothing listens there, the host name is unknown, or TLS fails.</summary>
    GridUnreachable,
    /// <summary>The login service did not answer in time.</summary>
    LoginTimeout,
    /// <summary>The answer is not one of a login service.</summary>
    BadLoginReply,
    /// <summary>The region named by the login did not open the circuit.</summary>
    RegionSilent,
    /// <summary>The region closed the circuit.</summary>
    CircuitLost,
    /// <summary>The circuit was open, and then nothing more arrived.</summary>
    ServerSilent,
    /// <summary>This program, or the library that it uses, failed.</summary>
    EngineFailed,
}

/// <summary>Maps failed logins to bot failures.</summary>
internal static class LoginFailures
{
    public static BotFailure Of(LoginFailed failed) => failed.Cause switch
    {
        LoginFailure.Unreachable => BotFailure.GridUnreachable,
        LoginFailure.Timeout => BotFailure.LoginTimeout,
        LoginFailure.BadReply => BotFailure.BadLoginReply,
        _ => FromReason(failed.Reason, failed.Message),
    };

    /// <summary>Uses the service's message as well, because OpenSim's reason is the same for a wrong password and for a full region.</summary>
    public static BotFailure FromReason(string reason, string message) => reason switch
    {
        LoginFailed.Key when message.Contains("authenticate", StringComparison.OrdinalIgnoreCase)
            || message.Contains("password", StringComparison.OrdinalIgnoreCase) => BotFailure.WrongPassword,
        LoginFailed.Presence => BotFailure.AlreadyLoggedIn,
        _ => BotFailure.LoginRefused,
    };

    public static string Text(LoginFailed failed) => failed.Reason.Length == 0 ? failed.Message : $"{failed.Reason}: {failed.Message}";
}
