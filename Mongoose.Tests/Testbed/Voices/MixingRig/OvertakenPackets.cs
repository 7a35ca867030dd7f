using Mongoose.Network.Packets;

namespace Mongoose.Tests.Testbed.Voices.MixingRig;

/// <summary>Holds every tenth packet back until two later ones have passed it: each is at most two places late.</summary>
internal sealed class OvertakenPackets : IPacketReceiver
{
    private const int Every = 10, Places = 2;

    private Packet? _held;
    private int _packets, _passed;

    public void Receive(Packet packet)
    {
        if (_packets++ % Every == 0 && _held is null)
        {
            (_held, _passed) = (packet, 0);
            return;
        }
        Pass(packet);
        if (_held is not { } late || ++_passed < Places)
            return;
        _held = null;
        Pass(late);
    }

    private static void Pass(Packet packet) => packet.Receiver!.Receive(packet);
}
