using System.Numerics;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>What a grid's login service said: <see cref="LoginGranted"/> or <see cref="LoginFailed"/>.</summary>
public abstract record LoginResult;

/// <summary>A circuit awaits the viewer.</summary>
public sealed record LoginGranted : LoginResult
{
    public required uint CircuitCode { get; init; }
    public required Guid AgentId { get; init; }
    public required Guid SessionId { get; init; }
    public Guid SecureSessionId { get; init; }

    /// <summary>Where the region listens for UDP.</summary>
    public required UdpAddress Region { get; init; }

    /// <summary>What to ask for the other capabilities; null if the service named none.</summary>
    public Uri? SeedCapability { get; init; }

    /// <summary>The region's place on the grid, in metres.</summary>
    public uint RegionX { get; init; }

    /// <inheritdoc cref="RegionX"/>
    public uint RegionY { get; init; }

    /// <summary>How large the region is.</summary>
    public RegionSize RegionSize { get; init; } = RegionSize.Standard;

    public Vector3 LookAt { get; init; } = Vector3.UnitX;

    /// <summary>The grid's word of welcome.</summary>
    public string Message { get; init; } = "";
}

/// <summary>There is no circuit.</summary>
/// <param name="Cause">What kind of failure it was.</param>
/// <param name="Reason">The service's own word, such as "key" or "presence"; empty if it did not answer.</param>
/// <param name="Message">For people.</param>
public sealed record LoginFailed(LoginFailure Cause, string Reason, string Message) : LoginResult
{
    /// <summary>Name, password or service is wrong.</summary>
    public const string Key = "key";

    /// <summary>The account is logged in already, or logins are closed.</summary>
    public const string Presence = "presence";
}

/// <summary>Why a login did not succeed.</summary>
public enum LoginFailure
{
    /// <summary>The service said no.</summary>
    Refused,
    /// <summary>There is no connection to the login URI.</summary>
    Unreachable,
    /// <summary>No answer in time.</summary>
    Timeout,
    /// <summary>An answer that is no login reply.</summary>
    BadReply,
}
