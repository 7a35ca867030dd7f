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

    /// <summary>Congestion controls that only the kernel's TCP has.</summary>
    public static readonly string[] OfKernel = ["bbr"];

    public static IEnumerable<string> Names => All.Select(named => named.Name);

    /// <summary>The simulated ones and those of the kernel.</summary>
    public static IEnumerable<string> NamesOnAnyClock => [.. Names, .. OfKernel];

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
