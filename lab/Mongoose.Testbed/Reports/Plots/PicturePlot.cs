using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Pictures side by side, each from its first run. The figure's x and y are the axes of the plane.</summary>
internal static class PicturePlot
{
    public static XElement Draw(FigureSpec spec, SeriesGroup<PictureSeries>[] groups)
    {
        Picture[] pictures = groups.Select(group => PictureOf(group.Label, group.Runs[0])).ToArray();
        PicturePoint[] points = pictures.SelectMany(picture => picture.Points).ToArray();
        string unit = groups[0].Runs[0].PlaceUnit;
        return new PictureChart
        {
            Description =
                $"{spec.Title}. {spec.Caption} {string.Join("; ", pictures.Select(picture => $"{picture.Name}: {picture.Note}"))}.",
            Pictures = pictures,
            X = Axes.Create(spec.X, "", unit, points.SelectMany(point => new[] { point.X, point.ShownX })),
            Y = Axes.Create(spec.Y, "", unit, points.SelectMany(point => new[] { point.Y, point.ShownY })),
            Unit = groups[0].Unit,
        }.Draw();
    }

    private static Picture PictureOf(string name, PictureSeries series)
    {
        // A file may have lists of different lengths.
        int count = new[] { series.X, series.Y, series.ShownX, series.ShownY, series.Late }.Min(list => list.Length);
        PicturePoint[] points = Enumerable.Range(0, count)
            .Select(i => new PicturePoint(series.X[i], series.Y[i], series.ShownX[i], series.ShownY[i], series.Late[i])).ToArray();
        string mean = Figures.Whole(points.Select(point => point.Late).DefaultIfEmpty(double.NaN).Average());
        return new Picture(name, $"{Figures.Short(series.AtSeconds)} s: {points.Count(point => point.Late > 0)} late, "
            + $"mean {mean} {series.Unit}", points);
    }
}
