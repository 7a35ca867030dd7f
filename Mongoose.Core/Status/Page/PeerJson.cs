using System.Text.Json;
using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes a peer of a mixer in the data of the status page.</summary>
internal static class PeerJson
{
    public static void Write(Utf8JsonWriter json, PagePeer peer, long after)
    {
        json.WriteStartObject();
        json.WriteString("name", peer.Name);
        json.WriteString("role", peer.Role);
        json.WriteString("status", peer.Status);
        json.WriteString("reason", peer.Reason);
        json.WriteBoolean("harm", peer.IsHarmed);
        json.WriteNumber("heard", peer.Heard);
        json.WriteFigure("allowed", peer.Allowed);
        json.WriteFigure("alone", peer.Alone.Latest);
        json.WriteFigure("mixed", peer.Mixed.Latest);
        json.WriteString("mode", peer.Mode);
        json.WriteFigure("rttMs", Measured(peer, peer.RoundTrip));
        json.WriteFigure("queueMs", Measured(peer, peer.Queue));
        json.WriteFigure("lossEventPercent", Measured(peer, peer.LossEvents));
        json.WriteFigure("fairKbps", peer.FairRate?.KilobitsPerSecond);
        json.WriteFigure("missingPercent", peer.MissingPart.Recent.Average());
        json.WriteFigure("sentKbps", peer.Sent.Recent.Average());
        json.WriteFigure("receivedKbps", peer.Received.Recent.Average());
        json.WriteFigure("delayMs", peer.Delay.Milliseconds);
        json.WriteNumber("missing", peer.Missing);
        json.WriteNumber("changes", peer.Changes);
        json.WriteNumber("refused", peer.Refused);
        json.WriteHistory(after, ("alone", peer.Alone), ("mixed", peer.Mixed), ("rttMs", peer.RoundTrip), ("queueMs", peer.Queue),
            ("lossEventPercent", peer.LossEvents), ("missingPercent", peer.MissingPart), ("sentKbps", peer.Sent),
            ("receivedKbps", peer.Received));
        json.WriteEndObject();
    }

    private static double? Measured(PagePeer peer, Series series) => peer.IsMeasured ? series.Latest : null;
}
