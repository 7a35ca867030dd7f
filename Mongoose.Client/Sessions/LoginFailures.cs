using Mongoose.Client.Login;

namespace Mongoose.Client.Sessions;

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
