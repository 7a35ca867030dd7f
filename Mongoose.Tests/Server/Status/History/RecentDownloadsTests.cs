using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Tests.Status.History;

/// <summary>A visitor's downloads in the last ten seconds.</summary>
public sealed class RecentDownloadsTests
{
    private readonly RecentDownloads _recent = new();

    [Test]
    public void Without_downloads_there_are_no_figures()
    {
        Assert.That(_recent.Mean, Is.Null);
        _recent.Add(null);
        Assert.That(_recent.Mean, Is.Null);
    }

    [Test]
    public void Pauses_lower_the_rate_and_not_the_queue()
    {
        _recent.Add(Figures(kilobits: 8000, milliseconds: 10, DownloadLimit.Line));
        _recent.Add(Figures(kilobits: 1000, milliseconds: 20, DownloadLimit.Viewer));
        _recent.Add(null);
        Assert.That(_recent.Mean, Is.EqualTo(Figures(kilobits: 3000, milliseconds: 15, DownloadLimit.Viewer)));
    }

    [Test]
    public void After_ten_seconds_they_are_forgotten()
    {
        _recent.Add(Figures(kilobits: 8000, milliseconds: 10, DownloadLimit.Line));
        for (int point = 1; point < Series.RecentPoints; point++)
            _recent.Add(null);
        Assert.That(_recent.Mean, Is.Not.Null);
        _recent.Add(null);
        Assert.That(_recent.Mean, Is.Null);
    }

    private static DownloadFigures Figures(double kilobits, double milliseconds, DownloadLimit limit) =>
        new(6, 2, DataRate.FromKilobitsPerSecond(kilobits), Duration.FromMilliseconds(milliseconds), limit);
}
