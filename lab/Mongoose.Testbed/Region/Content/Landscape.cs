using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Packets;

namespace Mongoose.Testbed.Region.Content;

/// <summary>Sends terrain when a viewer arrives, and wind and clouds periodically: little data, but each on its own channel.</summary>
internal static class Landscape
{
    /// <summary>The time between two updates of wind and clouds.</summary>
    public static readonly Duration WeatherInterval = Duration.FromSeconds(2);

    private const int Patches = 256;
    private const int PatchBytes = 80; // a gently rolling patch, compressed
    private const int PatchesPerPacket = 12;
    private const int WeatherBytes = 220; // two compressed patches

    public static void SendTerrain(IPacketSink circuit, Instant now)
    {
        for (int patch = 0; patch < Patches; patch += PatchesPerPacket)
            SendLayer(circuit, Channel.Land, Math.Min(PatchesPerPacket, Patches - patch) * PatchBytes, reliable: true, now);
    }

    public static void SendWeather(IPacketSink circuit, Instant now)
    {
        SendLayer(circuit, Channel.Wind, WeatherBytes, reliable: false, now);
        SendLayer(circuit, Channel.Cloud, WeatherBytes, reliable: false, now);
    }

    private static void SendLayer(IPacketSink circuit, Channel channel, int bytes, bool reliable, Instant now)
    {
        Span<byte> data = stackalloc byte[bytes];
        data.Clear();
        circuit.Stamp(channel, now).Write(data);
        OutPacket packet = circuit.Begin(channel, reliable, out scoped DatagramWriter w);
        new LayerData { Type = LayerTypes.Of(channel), Data = data }.Write(ref w);
        circuit.Enqueue(packet, w);
    }
}
