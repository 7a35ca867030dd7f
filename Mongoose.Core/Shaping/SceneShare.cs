using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>A circuit's place in its <see cref="SceneShaper{TOwner}"/>.</summary>
public sealed class SceneShare<TOwner>
{
    internal TokenBucket Bucket;

    internal SceneShare(TOwner owner, Instant now)
    {
        Owner = owner;
        Bucket = new TokenBucket(DataRate.Zero, SceneShaper<TOwner>.PacketBytes, now);
    }

    public TOwner Owner { get; }

    public DataRate CircuitRate { get; internal set; }

    /// <summary>The circuit's own share of the scene's rate.</summary>
    public DataRate Rate => Bucket.Rate;

    /// <summary>
    /// Whether the scene holds the circuit back. While the circuit waits, it keeps earning tokens and takes part in lending.
    /// </summary>
    public bool WaitsForScene { get; internal set; }

    /// <summary>Marks a circuit that no longer waits for the scene. From now on it saves at most one burst.</summary>
    public void StopWaiting() => WaitsForScene = false;

    internal int Quantum { get; set; }

    internal int Deficit { get; set; }
}
