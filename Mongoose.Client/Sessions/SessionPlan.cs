using Mongoose.Client.Login;
using Mongoose.Core.RateControl;

namespace Mongoose.Client.Sessions;

/// <summary>Who visits, and what every session of a run has in common.</summary>
/// <param name="Account">Whom to log in, and where.</param>
internal sealed record SessionPlan(LoginRequest Account)
{
    /// <summary>Textures to download; none: those that the scene is made of.</summary>
    public IReadOnlyList<Guid> Textures { get; init; } = [];

    /// <summary>Decides the rates.</summary>
    public ControllerChoice Controller { get; init; } = new(ControllerChoice.Auto, RateControlOptions.Default);

    /// <summary>How often a login that failed is tried again.</summary>
    public int LoginRetries { get; init; } = Sessions.LoginRetries.Default;

    /// <summary>How far the avatar sees, in metres.</summary>
    public float DrawDistance { get; init; } = 128;
}
