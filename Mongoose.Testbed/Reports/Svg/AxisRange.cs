namespace Mongoose.Testbed.Reports.Svg;

/// <summary>What an axis shows.</summary>
/// <param name="Title">With its unit.</param>
/// <param name="Min">Of the values.</param>
/// <param name="Max">Of the values.</param>
internal sealed record AxisRange(string Title, double Min, double Max)
{
    public bool Logarithmic { get; init; }

    /// <summary>The axis ends where the values do, and not at the next tick.</summary>
    public bool Exact { get; init; }

    /// <summary>How many ticks there may be.</summary>
    public int Ticks { get; init; } = 5;

    public Scale Scale(double from, double to) => this switch
    {
        { Logarithmic: true, Exact: true } => Svg.Scale.LogarithmicExact(Min, Max, from, to),
        { Logarithmic: true } => Svg.Scale.Logarithmic(Min, Max, from, to),
        { Exact: true } => Svg.Scale.Linear(Min, Max, from, to, Ticks),
        _ => Svg.Scale.LinearToTick(Min, Max, from, to, Ticks),
    };
}
