namespace Mongoose.Client.Login;

/// <summary>How large a region is.</summary>
/// <param name="MetresEast">From its western edge to its eastern one.</param>
/// <param name="MetresNorth">Likewise.</param>
public readonly record struct RegionSize(int MetresEast, int MetresNorth)
{
    /// <summary>What a region is that does not say.</summary>
    public static readonly RegionSize Standard = new(StandardMetres, StandardMetres);

    private const int StandardMetres = 256, MaxMetres = 65_536;

    /// <summary>As a grid says, which only grids with larger regions do; what is no region's size is <see cref="Standard"/>.</summary>
    public static RegionSize Of(long? east, long? north) => new(Metres(east), Metres(north));

    private static int Metres(long? metres) => metres is >= StandardMetres and <= MaxMetres ? (int)metres : StandardMetres;
}
