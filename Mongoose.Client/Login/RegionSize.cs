namespace Mongoose.Client.Login;

/// <summary>The size of a region.</summary>
/// <param name="MetresEast">From the western edge to the eastern edge.</param>
/// <param name="MetresNorth">From the southern edge to the northern edge.</param>
public readonly record struct RegionSize(int MetresEast, int MetresNorth)
{
    /// <summary>The size of a region that does not report its size.</summary>
    public static readonly RegionSize Standard = new(StandardMetres, StandardMetres);

    private const int StandardMetres = 256, MaxMetres = 65_536;

    /// <summary>
    /// The size as a grid reports it, which only grids with larger regions do; a value that is missing or not valid counts as 256 m.
    /// </summary>
    public static RegionSize From(long? east, long? north) => new(Metres(east), Metres(north));

    private static int Metres(long? metres) => metres is >= StandardMetres and <= MaxMetres ? (int)metres : StandardMetres;
}
