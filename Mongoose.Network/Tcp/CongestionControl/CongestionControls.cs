namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>Congestion controls by the names that scenarios use.</summary>
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

    /// <summary>Null when there is none of that name.</summary>
    public static CongestionAlgorithm? Find(string name) => All.FirstOrDefault(named => named.Name == name).Algorithm;
}

/// <summary>Which congestion control a sender has. A description; <see cref="Start"/> makes the window that follows it.</summary>
public abstract record CongestionAlgorithm
{
    /// <param name="segmentBytes">SMSS: payload of a full segment.</param>
    /// <param name="initialCwnd">In bytes.</param>
    public abstract ICongestionWindow Start(int segmentBytes, long initialCwnd);
}
