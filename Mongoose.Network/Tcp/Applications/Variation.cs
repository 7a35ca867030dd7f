namespace Mongoose.Network.Tcp.Applications;

/// <summary>How a quantity of an application varies about its mean.</summary>
public enum Variation
{
    /// <summary>Not at all.</summary>
    Constant,
    /// <summary>Exponentially distributed.</summary>
    Exponential,
}
