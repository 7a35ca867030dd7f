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
    /// <summary>The answer of the login service, or of the region's seed capability, is invalid.</summary>
    BadLoginReply,
    /// <summary>The avatar's region did not open the circuit, or its seed capability failed.</summary>
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
    /// <summary>Messages with which OpenSimulator refuses correct logins temporarily.</summary>
    private static readonly string[] Passing =
    [
        "Error generating Login Response", // Any exception, such as that of a SQLite database that another process has locked.
        "Error connecting to the desired location", // The presence was not stored, or the grid service found no region.
        "The inventory service is not responding", // It found no folders, or did not answer.
        "Failed to verify user presence", // The region does not find the presence that the login service has stored.
        "You appear to be already logged in", // The service has just ended the earlier session, and asks to try again.
    ];

    public static BotFailure Of(LoginFailed failed) => failed.Cause switch
    {
        LoginFailure.Unreachable => BotFailure.GridUnreachable,
        LoginFailure.Timeout => BotFailure.LoginTimeout,
        LoginFailure.BadReply => BotFailure.BadLoginReply,
        _ => FromReason(failed.Reason, failed.Message),
    };

    /// <summary>
    /// Uses the service's message as well, because OpenSim's reason is the same for a wrong password and for a full region.
    /// </summary>
    public static BotFailure FromReason(string reason, string message) => reason switch
    {
        LoginFailed.Key when message.Contains("authenticate", StringComparison.OrdinalIgnoreCase)
            || message.Contains("password", StringComparison.OrdinalIgnoreCase) => BotFailure.WrongPassword,
        LoginFailed.Presence => BotFailure.AlreadyLoggedIn,
        _ => BotFailure.LoginRefused,
    };

    /// <summary>Whether the same login may succeed seconds later, by the message of the service.</summary>
    public static bool MayPass(string message) => Passing.Any(text => message.Contains(text, StringComparison.OrdinalIgnoreCase));

    public static string Text(LoginFailed failed) => failed.Reason.Length == 0 ? failed.Message : $"{failed.Reason}: {failed.Message}";
}
