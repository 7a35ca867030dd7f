using System.Buffers;
using System.Text.Json;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Server.Inbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Status.Data;

/// <summary>
/// Writes the data of the status page: JSON of the schema mongoose-status/2, which has all keys of mongoose-status/1 for one release more. Rates are
/// in kbit/s of 1000 bits.
/// </summary>
internal static class StatusData
{
    private const string Schema = "mongoose-status/2";

    /// <param name="history">The last ten minutes.</param>
    /// <param name="after">Number of the last point that the reader has.</param>
    /// <param name="withNames">Whether visitors' names are written.</param>
    /// <param name="now">The time.</param>
    public static byte[] Write(StatusHistory history, long after, bool withNames, Instant now)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("version", Decision.Version);
            json.WriteString("openSim", Decision.OpenSimVersion);
            json.WriteString("status", Decision.Status);
            json.WriteBoolean("on", ModuleState.Current is { IsShaping: true });
            json.WriteBoolean("names", withNames);
            json.WriteNumber("started", history.Started);
            json.WriteNumber("point", history.Point);
            json.WriteNumber("intervalSeconds", Series.Interval.Seconds);
            WriteCauses(json);
            DownloadData.WriteAll(json);
            json.WriteStartArray("regions");
            foreach (RegionHistory region in history.Regions)
                WriteRegion(json, region, after);
            json.WriteEndArray();
            json.WriteStartArray("visitors");
            foreach ((RegionHistory region, CircuitHistory circuit) in Visitors(history, withNames))
                WriteVisitor(json, region.Server, circuit, after, withNames, now);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>What the page says of each cause.</summary>
    private static void WriteCauses(Utf8JsonWriter json)
    {
        json.WriteStartArray("causes");
        foreach (Cause cause in Cause.All)
        {
            json.WriteStartObject();
            json.WriteString("by", cause.Name);
            json.WriteString("title", cause.Title);
            json.WriteString("summary", cause.Summary);
            json.WriteString("evidence", cause.Evidence);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    /// <summary>Limited visitors first, because they are what the reader looks for.</summary>
    private static IEnumerable<(RegionHistory Region, CircuitHistory Circuit)> Visitors(StatusHistory history, bool withNames) =>
        from region in history.Regions
        from circuit in region.Circuits
        let port = circuit.Circuit.Port
        orderby circuit.Limit == LimitedBy.Nothing, withNames ? port.View.Name : "", port.Number
        select (region, circuit);

    private static void WriteRegion(Utf8JsonWriter json, RegionHistory region, long after)
    {
        MongooseUdpServer server = region.Server;
        InboundTotals inbound = server.Inbound.Totals;
        CircuitHistory[] visitors = region.Circuits.Where(circuit => !circuit.Circuit.Port.IsChild).ToArray();
        json.WriteStartObject();
        json.WriteString("name", server.Scene.Name);
        json.WriteBoolean("shaping", server.IsShaping);
        json.WriteNumber("visitors", visitors.Length);
        json.WriteNumber("children", region.Circuits.Count - visitors.Length);
        json.WriteFigure("sentKbps", region.Sent.Recent.Average());
        json.WriteFigure("borrowedPercent", region.BorrowedPercent);
        json.WriteFigure("limitKbps", server.Limit > DataRate.Zero ? server.Limit.KilobitsPerSecond : null);
        json.WriteFigure("lostPercent", region.Lost.Latest);
        json.WriteFigure("delayMs", region.Delay.Recent.Max());
        json.WriteStartObject("limited");
        foreach (Cause cause in Cause.All)
            json.WriteNumber(cause.Name, visitors.Count(circuit => circuit.Limit == cause.Limit));
        json.WriteEndObject();
        json.WriteNumber("failures", server.Failures.Total);
        json.WriteNumber("badThrottles", inbound.BadThrottles);
        json.WriteNumber("malformed", inbound.Malformed);
        json.WriteFigure("passP99Us", region.PassTime.Recent.Max());
        json.WriteFigure("busyPercent", region.BusyPercent);
        json.WriteFigure("latePercent", region.LatePercent);
        WriteHistory(json, after, ("sentKbps", region.Sent), ("visitors", region.Visitors), ("delayMs", region.Delay), ("lostPercent", region.Lost),
            ("limited", region.Limited), ("passP99Us", region.PassTime));
        json.WriteEndObject();
    }

    private static void WriteVisitor(Utf8JsonWriter json, MongooseUdpServer server, CircuitHistory history, long after, bool withNames, Instant now)
    {
        CircuitFigures figures = history.Recent(server);
        Cause? cause = Cause.Of(figures.Limit);
        json.WriteStartObject();
        json.WriteNumber("id", figures.Number);
        json.WriteString("region", figures.Region);
        json.WriteString("name", withNames ? figures.Name : null);
        json.WriteBoolean("child", figures.IsChild);
        json.WriteFigure("seconds", Math.Floor((now - history.Circuit.Port.OpenedAt).Seconds));
        json.WriteString("by", cause?.Name ?? "none");
        json.WriteString("mode", figures.Mode.Name());
        json.WriteFigure("requestedKbps", figures.RequestedRate?.KilobitsPerSecond);
        json.WriteFigure("allowedKbps", figures.AllowedRate.KilobitsPerSecond);
        json.WriteFigure("pathKbps", figures.PathRate?.KilobitsPerSecond);
        json.WriteFigure("currentKbps", figures.CurrentRate.KilobitsPerSecond);
        json.WriteFigure("usedKbps", figures.UsedRate.KilobitsPerSecond);
        json.WriteFigure("pathDelayMs", figures.PathDelay?.Milliseconds);
        json.WriteFigure("regionDelayMs", figures.QueueDelayP99.Milliseconds);
        json.WriteFigure("lostPercent", 100 * figures.LostFraction);
        json.WriteFigure("queuedKB", figures.QueuedBytes / 1e3);
        json.WriteFigure("unackedKB", figures.UnackedBytes / 1e3);
        WriteOldKeys(json, figures);
        DownloadData.WriteOf(json, figures.DownloadsHere);
        json.WriteString("advice", cause?.Advice(figures));
        WriteHistory(json, after, ("usedKbps", history.Used), ("pathDelayMs", history.PathDelay), ("regionDelayMs", history.RegionDelay));
        json.WriteEndObject();
    }

    /// <summary>The keys of mongoose-status/1 that requestedKbps and currentKbps replace.</summary>
    private static void WriteOldKeys(Utf8JsonWriter json, in CircuitFigures figures)
    {
        json.WriteFigure("askedKbps", figures.RequestedRate?.KilobitsPerSecond);
        json.WriteFigure("nowKbps", figures.CurrentRate.KilobitsPerSecond);
    }

    private static void WriteHistory(Utf8JsonWriter json, long after, params (string Name, Series Series)[] all)
    {
        json.WriteStartObject("history");
        json.WriteNumber("first", all[0].Series.FirstAfter(after));
        foreach ((string name, Series series) in all)
        {
            json.WriteStartArray(name);
            foreach (double value in series.After(after))
                json.WriteNumberValue(JsonNumbers.Rounded(value));
            json.WriteEndArray();
        }
        json.WriteEndObject();
    }
}
