using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads the game of a flow.</summary>
internal static class GameReader
{
    public static GameFlowOptions Read(JsonSection section)
    {
        GameOptions initial = new();
        GameFlowOptions options = new(new GameOptions
        {
            Down = section.Section("down") is { } down ? ReadTrain(down, initial.Down) : initial.Down,
            Up = section.Section("up") is { } up ? ReadTrain(up, initial.Up) : initial.Up,
        });
        section.End();
        return options;
    }

    private static PacketTrain ReadTrain(JsonSection section, PacketTrain initial)
    {
        double interval = section.Number("intervalMs", initial.Interval.Milliseconds, 0.1, 10_000, "ms");
        PacketTrain train = new()
        {
            Interval = Duration.FromMilliseconds(interval),
            Jitter = Duration.FromMilliseconds(
                section.Number("jitterMs", section.Has("intervalMs") ? 0 : initial.Jitter.Milliseconds, 0, interval, "ms, no more than intervalMs")),
            PayloadBytes = section.Whole("payloadBytes", initial.PayloadBytes, GameDatagram.HeaderBytes, PacketTrain.MostPayloadBytes, "bytes"),
            PayloadSpreadBytes = section.Whole("payloadSpreadBytes", section.Has("payloadBytes") ? 0 : initial.PayloadSpreadBytes, 0, PacketTrain.MostPayloadBytes, "bytes"),
        };
        int most = Math.Min(train.PayloadBytes - GameDatagram.HeaderBytes, PacketTrain.MostPayloadBytes - train.PayloadBytes);
        if (train.PayloadSpreadBytes > most)
            section.Problem("payloadSpreadBytes", $"allowed are 0 to {most} with payloadBytes {train.PayloadBytes}");
        section.End();
        return train;
    }
}
