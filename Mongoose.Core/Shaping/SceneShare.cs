using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>A circuit's place in its <see cref="SceneShaper"/>.</summary>
public sealed class SceneShare
{
    internal TokenBucket Bucket;

    internal SceneShare(Instant now) => Bucket = new TokenBucket(DataRate.Zero, SceneShaper.PacketBytes, now);

    public DataRate CircuitRate { get; internal set; }

    /// <summary>The circuit's own share of the scene's rate.</summary>
    public DataRate Rate => Bucket.Rate;

    /// <summary>Set by the circuit when only the scene held it back, so that it is lent to; cleared when it has no more to send.</summary>
    public bool Waits { get; set; }

    /// <summary>Whatever the caller wants to find again.</summary>
    public object? Owner { get; set; }

    internal int Quantum { get; set; }

    internal int Deficit { get; set; }
}
