using System.Xml.Linq;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>Audio players, each with the first run of a series, embedded in the page.</summary>
internal static class AudioPlayers
{
    public static XElement Draw(SeriesGroup<AudioSeries>[] groups) =>
        Html.Element("div", Html.Class("players"), groups.Select(group => Player(group.Label, group.Runs[0], groups.Length > 1)));

    private static XElement Player(string label, AudioSeries audio, bool isNamed) => Html.Element("div",
        isNamed ? Html.Element("p", Html.Class("quiet"), label) : null,
        Html.Element("audio", new XAttribute("controls", "controls"), new XAttribute("preload", "metadata"),
            new XAttribute("aria-label", label), new XAttribute("src", $"data:audio/wav;base64,{Convert.ToBase64String(audio.Wav)}")));
}
