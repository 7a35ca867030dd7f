using OpenSim.Framework;

namespace Mongoose.Server.Tests;

/// <summary>A stand-in of an avatar in a region.</summary>
/// <param name="IsChildAgent">Whether the avatar is in a neighbouring region.</param>
internal sealed record Agent(bool IsChildAgent) : ISceneAgent;
