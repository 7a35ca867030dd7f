using Mongoose.Core.Units;

namespace Mongoose.Network.Kernel;

/// <summary>The state of a connection at one moment.</summary>
/// <param name="At">Since the flow's start.</param>
/// <param name="Info">What the kernel told.</param>
public readonly record struct TcpSample(Duration At, TcpInfo Info);
