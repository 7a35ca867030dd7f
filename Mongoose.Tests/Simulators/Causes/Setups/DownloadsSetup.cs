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

    /// <summary>The rate of the visitors' lines, in Mbit/s.</summary>
    public double Megabits { get; init; } = 1.5;

    public override string Name => FormattableString.Invariant($"downloads by HTTP on a line of {Megabits} Mbit/s");

    public override string By => "downloads";

    public override Setup Undone => new AbsentSetup(this);

    public override VisitorPlan Plan(int index, VisitorPlan usual) =>
        Concerns(index) ? usual with { Down = VisitorPlan.Line(Megabits) } : usual;

    /// <summary>Payload that has arrived by HTTP.</summary>
    public long ReceivedBytes => _downloads.Sum(one => one.ReceivedBytes);

    public override void Begin(Place place) =>
        _downloads.AddRange(Concerned(place).Select(visitor => new VisitorDownloads(place, visitor)));

    public override void End(Place place)
    {
        _downloads.ForEach(one => one.Dispose());
        _downloads.Clear();
    }
}
