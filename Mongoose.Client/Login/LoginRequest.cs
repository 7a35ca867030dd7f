namespace Mongoose.Client.Login;

/// <summary>An account, and where it is to arrive.</summary>
/// <param name="Service">The grid's login URI.</param>
/// <param name="First">First name of the account.</param>
/// <param name="Last">Last name of the account.</param>
/// <param name="Password">In plain text; only its MD5 hash is sent, as by all viewers.</param>
public sealed record LoginRequest(Uri Service, string First, string Last, string Password)
{
    /// <summary>"home", "last", or "uri:Region&amp;x&amp;y&amp;z".</summary>
    public string Start { get; init; } = "last";

    /// <summary>The viewer's name as logged by grids.</summary>
    public string Channel { get; init; } = "Mongoose";

    public string Version { get; init; } = typeof(LoginRequest).Assembly.GetName().Version!.ToString(3);
}
