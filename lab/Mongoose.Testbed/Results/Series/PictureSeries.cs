namespace Mongoose.Testbed.Results.Series;

/// <summary>
/// Things on a plane at one moment: where each of them is, where it is shown, and how late it is shown. The lists have the same order and
/// length. The unit is that of <see cref="Late"/>.
/// </summary>
internal sealed record PictureSeries : DataSeries
{
    /// <summary>The moment of the picture, in seconds.</summary>
    public double AtSeconds { get; init; }

    /// <summary>The unit of the positions.</summary>
    public string PlaceUnit { get; init; } = "";

    /// <summary>True positions.</summary>
    public double[] X { get; init; } = [];

    public double[] Y { get; init; } = [];

    /// <summary>Shown positions; NaN if nothing is shown.</summary>
    public double[] ShownX { get; init; } = [];

    public double[] ShownY { get; init; } = [];

    /// <summary>How long a newer state than the shown one has existed; 0 if the shown one is current.</summary>
    public double[] Late { get; init; } = [];
}
