namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Congestion controls by their names in scenarios.</summary>
public static class CongestionControls
{
    private static readonly (string Name, CongestionAlgorithm Algorithm)[] All =
    [
        ("reno", new Reno()),
        ("cubic", new Cubic()),
        ("cubic-hystart", new Cubic { HyStart = true }),
        ("vegas", Vegas.Linux),
        ("vegas-ns2", Vegas.Ns2),
    ];

    public static IEnumerable<string> Names => All.Select(named => named.Name);

    /// <summary>The congestion control with that name; null if there is none.</summary>
    public static CongestionAlgorithm? Find(string name) => All.FirstOrDefault(named => named.Name == name).Algorithm;
}

/// <summary>A sender's congestion control. This is a description; <see cref="Start"/> creates the window that follows it.</summary>
public abstract record CongestionAlgorithm
{
    /// <param name="segmentBytes">SMSS: payload of a full segment.</param>
    /// <param name="initialCwnd">The initial window in bytes.</param>
    public abstract ICongestionWindow Start(int segmentBytes, long initialCwnd);
}
