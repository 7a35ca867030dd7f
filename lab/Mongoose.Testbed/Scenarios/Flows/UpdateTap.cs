using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Reads a circuit's packets where they leave the region, before any link. It counts the bytes of resent entity updates, and the bytes of
/// the same packets when first sent: a region that leaves obsolete updates out resends fewer bytes. Acks in a packet do not count.
/// </summary>
/// <param name="scheduler">The clock; the tap is called on its thread.</param>
/// <param name="states">The states of the region's avatars, shared by the taps of all its circuits.</param>
internal sealed class UpdateTap(IScheduler scheduler, RegionStates states) : IPacketReceiver
{
    private static readonly Duration Memory = Duration.FromSeconds(60);

    /// <summary>A packet that was lost twice takes less, whatever the resend timeout.</summary>
    private static readonly Duration MaxWay = Duration.FromSeconds(8);

    /// <summary>An ImprovedTerseObjectUpdate without blocks.</summary>
    private const int EmptyBytes = 18;

    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private readonly Dictionary<uint, Instant> _onTheWay = [];
    private readonly Dictionary<uint, int> _updateBytes = [];
    private readonly Queue<(uint Sequence, Instant At)> _order = new();
    private long _resent;

    public RegionStates States => states;

    /// <summary>The tap of a circuit whose region has walkers; null if it has none.</summary>
    /// <param name="place">The place where the flow lives.</param>
    /// <param name="region">The circuit's region: its circuits share the states of its avatars.</param>
    public static UpdateTap? For(Place place, CircuitOptions options, object region) => options.Walkers == 0
        ? null
        : new UpdateTap(place.Viewers.Scheduler, place.Shared(region, () => new RegionStates()));

    /// <summary>UDP payload of entity updates sent again.</summary>
    public long ResentBytes { get; private set; }

    /// <summary>
    /// UDP payload of the first transmissions of the packets in <see cref="ResentBytes"/>, once for each time that they were sent again.
    /// </summary>
    public long UntrimmedBytes { get; private set; }

    /// <summary>
    /// The share of <see cref="UntrimmedBytes"/> that was sent again, without the part of each packet that an update without blocks has
    /// too. NaN if nothing was sent again.
    /// </summary>
    public double BlockShare => (double)(ResentBytes - _resent * EmptyBytes) / (UntrimmedBytes - _resent * EmptyBytes);

    /// <summary>Reliable packets of which no transmission has arrived, although the first was sent at least eight seconds ago.</summary>
    public int Missing => _onTheWay.Values.Count(sentAt => scheduler.Now - sentAt >= MaxWay);

    public void Receive(Packet packet)
    {
        Read(((DatagramPacket)packet).Payload);
        packet.Receiver!.Receive(packet);
    }

    /// <summary>A transmission of this packet has reached the viewer.</summary>
    public void Arrived(uint sequence) => _onTheWay.Remove(sequence);

    private void Read(ReadOnlySpan<byte> bytes)
    {
        if (DatagramReader.TryParse(bytes, _scratch, out DatagramReader datagram) != LludpError.None || !datagram.IsReliable)
            return;
        if (!datagram.IsResent)
            _onTheWay[datagram.Sequence] = scheduler.Now;
        if (!UpdateMessage.HasUpdateNumber(bytes))
            return;
        Instant now = scheduler.Now;
        Count(datagram, bytes.Length - DatagramHeader.AckBytes(bytes), now);
        if (!datagram.IsResent && ImprovedTerseObjectUpdate.TryRead(datagram.Body, out ImprovedTerseObjectUpdate terse)
            && datagram.Message == MessageId.ImprovedTerseObjectUpdate)
            Remember(terse, now);
    }

    private void Count(in DatagramReader datagram, int bytes, Instant now)
    {
        while (_order.TryPeek(out (uint Sequence, Instant At) oldest) && now - oldest.At > Memory)
            _updateBytes.Remove(_order.Dequeue().Sequence);
        if (!datagram.IsResent)
        {
            _updateBytes[datagram.Sequence] = bytes;
            _order.Enqueue((datagram.Sequence, now));
        }
        else if (_updateBytes.TryGetValue(datagram.Sequence, out int first))
        {
            _resent++;
            ResentBytes += bytes;
            UntrimmedBytes += first;
        }
    }

    private void Remember(in ImprovedTerseObjectUpdate update, Instant now)
    {
        foreach (TerseObject terse in update.Objects)
        {
            if (TerseMotion.TryRead(terse.Data, out TerseMotion state))
                states.Seen(state, now);
        }
    }
}
