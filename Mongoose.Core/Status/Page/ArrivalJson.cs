using System.Text.Json;
using Mongoose.Core.Channels;
using Mongoose.Core.Status.Arrivals;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes an arrival in the data of the status page.</summary>
internal static class ArrivalJson
{
    private const int Assets = 10;

    public static void Write(Utf8JsonWriter json, Arrival arrival, bool withName)
    {
        json.WriteStartObject();
        json.WriteNumber("id", arrival.Start.Visitor);
        json.WriteNumber("avatar", arrival.Start.Avatar);
        json.WriteString("name", withName ? arrival.Start.Name : null);
        json.WriteString("region", arrival.Start.Region);
        json.WriteNumber("began", arrival.Start.Began);
        json.WriteBoolean("fromNeighbour", arrival.Start.IsFromNeighbour);
        json.WriteFigure("seconds", arrival.Watched.Seconds);
        json.WriteBoolean("isOver", arrival.IsOver);
        json.WriteFigure("seconds95", arrival.Until95?.Seconds);
        json.WriteString("by", VisitorJson.NameOf(arrival.Cause));
        WriteKilobytes(json, "udpKB", arrival.Udp.Select(sent => (sent.Channel.Name(), sent.Bytes)));
        WriteKilobytes(json, "httpKB", arrival.Http);
        json.WriteList("assets", arrival.Assets.Take(Assets), asset => Write(json, asset));
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, AssetCost asset)
    {
        json.WriteStartObject();
        json.WriteString("id", asset.Id);
        json.WriteString("kind", asset.Capability);
        json.WriteFigure("kB", Kilobytes(asset.Bytes));
        json.WriteNumber("times", asset.Times);
        json.WriteEndObject();
    }

    private static void WriteKilobytes(Utf8JsonWriter json, string name, IEnumerable<(string Name, long Bytes)> sums)
    {
        json.WriteStartObject(name);
        foreach ((string part, long bytes) in sums)
            json.WriteFigure(part, Kilobytes(bytes));
        json.WriteEndObject();
    }

    private static double Kilobytes(long bytes) => bytes / 1e3;
}
