namespace Mongoose.Runtime.Charts;

/// <summary>The range and title of an axis.</summary>
/// <param name="Title">The title, with the unit.</param>
/// <param name="Min">The minimum of the values.</param>
/// <param name="Max">The maximum of the values.</param>
/// <param name="Logarithmic">Whether equal distances are equal ratios.</param>
/// <param name="Exact">Whether the axis ends at the minimum and maximum, not at the next tick.</param>
/// <param name="Ticks">The maximum number of intervals between the ticks of a linear axis.</param>
public sealed record AxisRange(
    string Title, double Min, double Max, bool Logarithmic = false, bool Exact = false, int Ticks = 5)
{
    public Scale Scale(double from, double to) => this switch
    {
        { Logarithmic: true, Exact: true } => Charts.Scale.LogarithmicExact(Min, Max, from, to),
        { Logarithmic: true } => Charts.Scale.Logarithmic(Min, Max, from, to),
        { Exact: true } => Charts.Scale.LinearExact(Min, Max, from, to, Ticks),
        _ => Charts.Scale.Linear(Min, Max, from, to, Ticks),
    };
}
