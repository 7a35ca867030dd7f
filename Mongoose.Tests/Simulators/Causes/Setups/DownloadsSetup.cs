using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors download by HTTP all that their lines carry, beside what they load by their circuits.</summary>
[SupportedOSPlatform("linux")]
internal sealed class DownloadsSetup : Setup
{
    private readonly List<VisitorDownloads> _downloads = [];

    public DownloadsSetup() => Whom = [0, 1];

    public override string Name => "downloads by HTTP";

    public override string By => "downloads";

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Concerns(index) ? usual with { Down = VisitorPlan.Line(1.5) } : usual;

    public override void Begin(Place place) =>
        _downloads.AddRange(Concerned(place).Select(visitor => new VisitorDownloads(place, visitor)));

    public override void End(Place place)
    {
        _downloads.ForEach(one => one.Dispose());
        _downloads.Clear();
    }
}
