using System.Text.Json;
using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Page;
using Mongoose.Server.Downloads;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.Data;

/// <summary>Writes what the status page shows of downloads by HTTP.</summary>
internal static class DownloadData
{
    /// <summary>The downloads of all visitors to all regions of the process.</summary>
    public static void WriteAll(Utf8JsonWriter json)
    {
        ModuleState? state = ModuleState.Current;
        DownloadFigures[] visitors = [.. (state?.Downloads?.Visitors ?? []).Select(DownloadFigures.Of).OfType<DownloadFigures>()];
        string? why = state is null ? "Mongoose does not run" : state.WhyUnpaced;
        json.WriteStartObject("downloads");
        json.WriteBoolean("paced", why is null);
        json.WriteString("why", why);
        json.WriteNumber("visitors", visitors.Length);
        json.WriteFigure("kbps", visitors.Sum(figures => figures.Rate.KilobitsPerSecond));
        json.WriteStartArray("elsewhere");
        foreach (string cap in state?.Downloads?.Elsewhere ?? [])
            json.WriteStringValue(cap);
        json.WriteEndArray();
        json.WriteNumber("unpaced", RunningServers.All.Sum(server => server.Downloads.Unpaced));
        json.WriteEndObject();
    }

    /// <summary>The downloads of one visitor.</summary>
    /// <param name="json">Where to write.</param>
    /// <param name="figures">Null if there were none lately.</param>
    public static void WriteOf(Utf8JsonWriter json, DownloadFigures? figures)
    {
        json.WriteFigure("downloadKbps", figures?.Rate.KilobitsPerSecond);
        json.WriteFigure("downloadQueueMs", figures?.Queueing.Milliseconds);
        json.WriteString("downloadBy", figures?.Limit.Name());
    }
}
