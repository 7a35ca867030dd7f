using Mongoose.Core.Numerics;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>How a quantity of an application varies about its mean.</summary>
public enum Variation
{
    /// <summary>No variation.</summary>
    Constant,
    /// <summary>Exponentially distributed.</summary>
    Exponential,
}

/// <summary>Draws random quantities.</summary>
internal static class Variations
{
    /// <summary>A random factor for the mean; <see cref="Variation.Constant"/> draws nothing.</summary>
    public static double Draw(this Variation variation, SeededRandom random) =>
        variation == Variation.Constant ? 1 : -PortableMath.Log(1 - random.NextDouble());
}
