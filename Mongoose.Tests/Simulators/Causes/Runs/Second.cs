using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>A second of a run: what it was like, and what the page said at its end.</summary>
[SupportedOSPlatform("linux")]
internal sealed record Second(Sample Sample, PageReading Page)
{
    /// <summary>Whether the page names the set-up's cause first.</summary>
    public bool Names(Setup setup) => (Page.By == setup.By || Page.By == setup.Also)
        && (setup.Parts.Count == 0 || setup.Parts.Contains(Page.Part));

    /// <summary>Whether the page names a cause first that the set-up does not have.</summary>
    public bool IsWrong(Setup setup) => !Names(setup) && Page.By is not (PageReading.Nothing or PageReading.Unsure);
}
