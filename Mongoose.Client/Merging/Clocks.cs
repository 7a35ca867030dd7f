using System.Globalization;

namespace Mongoose.Client.Merging;

/// <summary>The two parts whose hosts' clocks differ most, by the clock of the grid, which all parts have asked.</summary>
/// <param name="Behind">The part whose clock is behind.</param>
/// <param name="Ahead">The part whose clock is ahead.</param>
internal sealed record Clocks(Part Behind, Part Ahead)
{
    /// <summary>The grid's answers have whole seconds, and take some time.</summary>
    private const double NoticeableS = 2;

    /// <summary>As far apart as starts may be.</summary>
    private const double FarApartS = 60;

    public bool AreFarApart => DifferenceS > FarApartS;

    /// <summary>Whether they differ by more than the measurement, but are not far apart.</summary>
    public bool AreNoticeable => DifferenceS > NoticeableS && !AreFarApart;

    private double DifferenceS => Behind.Result.GridClockAheadS - Ahead.Result.GridClockAheadS;

    /// <returns>Null if no part knows the grid's clock.</returns>
    public static Clocks? Of(IReadOnlyList<Part> parts)
    {
        Part[] known = parts.Where(part => double.IsFinite(part.Result.GridClockAheadS)).ToArray();
        return known.Length == 0 ? null
            : new Clocks(known.MaxBy(part => part.Result.GridClockAheadS)!, known.MinBy(part => part.Result.GridClockAheadS)!);
    }

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture,
            $"that of {Behind.Name} is {DifferenceS:0} s behind that of {Ahead.Name}, by the grid's clock");
}
