using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>The answer of a grid's login service: <see cref="LoginGranted"/> or <see cref="LoginFailed"/>.</summary>
public abstract record LoginResult;

/// <summary>The login succeeded: the region expects the viewer's circuit.</summary>
public sealed record LoginGranted : LoginResult
{
    public required uint CircuitCode { get; init; }
    public required Guid AgentId { get; init; }
    public required Guid SessionId { get; init; }

    /// <summary>The region's UDP address.</summary>
    public required UdpAddress Region { get; init; }

    /// <summary>The capability that returns the other capabilities; null if the service named none.</summary>
    public Uri? SeedCapability { get; init; }

    /// <summary>The region's position on the grid, in metres.</summary>
    public uint RegionX { get; init; }

    /// <inheritdoc cref="RegionX"/>
    public uint RegionY { get; init; }

    /// <summary>The region's size.</summary>
    public RegionSize RegionSize { get; init; } = RegionSize.Standard;

    /// <summary>The login service's clock, in whole seconds; null if it did not send it.</summary>
    public DateTimeOffset? GridTime { get; init; }
}

/// <summary>The login failed: there is no circuit.</summary>
/// <param name="Cause">The kind of failure.</param>
/// <param name="Reason">The service's own reason, such as "key" or "presence"; empty if the service gave none.</param>
/// <param name="Message">A message for the user.</param>
public sealed record LoginFailed(LoginFailure Cause, string Reason, string Message) : LoginResult
{
    /// <summary>The name, password or service is wrong.</summary>
    public const string Key = "key";

    /// <summary>The account is already logged in, or logins are closed.</summary>
    public const string Presence = "presence";
}

/// <summary>Why a login did not succeed.</summary>
public enum LoginFailure
{
    /// <summary>The service refused the login.</summary>
    Refused,
    /// <summary>There was no connection to the login URI, or it broke before an answer.</summary>
    Unreachable,
    /// <summary>The service did not answer in time.</summary>
    Timeout,
    /// <summary>The service's answer is not a login reply.</summary>
    BadReply,
}
