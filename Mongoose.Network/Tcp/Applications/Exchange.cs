using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>A request that was answered.</summary>
/// <param name="RequestedAt">When the client asked.</param>
/// <param name="ResponseBytes">What it got.</param>
/// <param name="CompletionTime">From asking until the last byte arrived.</param>
public readonly record struct Exchange(Instant RequestedAt, long ResponseBytes, Duration CompletionTime);
