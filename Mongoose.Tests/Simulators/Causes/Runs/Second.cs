using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>A second of a run: what it was like, and what the page said at its end.</summary>
[SupportedOSPlatform("linux")]
internal sealed record Second(Sample Sample, PageReading Page)
{
    /// <summary>Whether the page names the set-up's cause first.</summary>
    public bool Names(Setup setup) => Is(Page.By, setup) && (setup.Parts.Count == 0 || setup.Parts.Contains(Page.Part));

    /// <summary>
    /// Whether the page names a cause that the set-up does not have: first, in its first line, or as one from which visitors suffer.
    /// </summary>
    public bool IsWrong(Setup setup) => !Names(setup) && IsAnother(Page.By, setup)
        || Page.Harmful.Append(Page.Headline ?? PageReading.Nothing).Any(by => IsAnother(by, setup));

    /// <summary>The number of visitors of the set-up for whom the page names another cause.</summary>
    public int WrongVisitors(Setup setup, Place place) =>
        setup.Whom.Count(index => IsAnother(Page.Of(place.Visitors[index].Name), setup));

    /// <summary>The number of visitors whom the set-up does not concern, and for whom the page names its cause.</summary>
    public int WrongOthers(Setup setup, Place place) => Enumerable.Range(0, place.Visitors.Count)
        .Count(index => !setup.Concerns(index) && Is(Page.Of(place.Visitors[index].Name), setup));

    private static bool Is(string by, Setup setup) => by == setup.By || by == setup.Also;

    private static bool IsAnother(string by, Setup setup) =>
        !Is(by, setup) && by is not (PageReading.Nothing or PageReading.Unsure or PageReading.Absent);
}
