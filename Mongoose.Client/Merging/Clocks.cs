using System.Globalization;

namespace Mongoose.Client.Merging;

/// <summary>The two parts whose hosts' clocks differ most, by the clock of the grid, which all parts have asked.</summary>
/// <param name="Behind">The part whose clock is behind.</param>
/// <param name="Ahead">The part whose clock is ahead.</param>
/// <param name="StartsApartS">Seconds between the first start and the last one, by the grid's clock.</param>
internal sealed record Clocks(Part Behind, Part Ahead, double StartsApartS)
{
    /// <summary>The grid's answers have whole seconds, and take some time.</summary>
    private const double NoticeableS = 2;

    /// <summary>Whether the parts did not run at the same time, by the grid's clock.</summary>
    public bool StartsAreFarApart => StartsApartS > Completeness.MaxDifference.Seconds + NoticeableS;

    /// <summary>Whether the clocks differ by more than the measurement, and the starts are not far apart.</summary>
    public bool AreNoticeable => DifferenceS > NoticeableS && !StartsAreFarApart;

    private double DifferenceS => Behind.Result.GridClockAheadS - Ahead.Result.GridClockAheadS;

    /// <returns>Null if no part knows the grid's clock.</returns>
    public static Clocks? Of(IReadOnlyList<Part> parts)
    {
        Part[] known = parts.Where(part => double.IsFinite(part.Result.GridClockAheadS)).ToArray();
        if (known.Length == 0)
            return null;
        DateTimeOffset first = known[0].Result.StartedAt;
        double[] starts = [.. known.Select(part => (part.Result.StartedAt - first).TotalSeconds + part.Result.GridClockAheadS)];
        return new Clocks(known.MaxBy(part => part.Result.GridClockAheadS)!, known.MinBy(part => part.Result.GridClockAheadS)!,
            starts.Max() - starts.Min());
    }

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture,
            $"that of {Behind.Name} is {DifferenceS:0} s behind that of {Ahead.Name}, by the grid's clock");
}
