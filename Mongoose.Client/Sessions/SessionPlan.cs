using Mongoose.Client.Login;
using Mongoose.Core.RateControl;

namespace Mongoose.Client.Sessions;

/// <summary>The account to log in, and what every session of a run has in common.</summary>
/// <param name="Account">The account, and where it is to arrive.</param>
internal sealed record SessionPlan(LoginRequest Account)
{
    /// <summary>Textures to download; if empty, the textures of the scene.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>Whether the scene's textures and meshes are fetched by HTTP.</summary>
    public bool FetchesByHttp { get; init; }

    /// <summary>The controller that decides the rates.</summary>
    public ControllerChoice Controller { get; init; } = new(ControllerChoice.Auto, RateControlOptions.Default);

    /// <summary>The maximum number of retries of a failed login.</summary>
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    /// <summary>The avatar's draw distance in metres.</summary>
    public float DrawDistance { get; init; } = 128;
}
