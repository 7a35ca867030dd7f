using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Testbed.Downloads.Simulated;

/// <summary>A connection of simulated TCP as the pacer of downloads sees it.</summary>
internal sealed class TcpDownload : IDownload
{
    private readonly TcpFlow _flow;
    private readonly int _segment;
    private Duration _minimum = Duration.Zero;
    private long _acks;
    private bool _hasEnded;

    /// <param name="flow">The connection's direction for responses; its round trips are reported to this object.</param>
    /// <param name="segment">Payload of a full segment, in bytes.</param>
    public TcpDownload(TcpFlow flow, int segment)
    {
        (_flow, _segment) = (flow, segment);
        flow.Source.RoundTripMeasured = roundTrip => _minimum = _acks++ == 0 ? roundTrip : Duration.Min(_minimum, roundTrip);
    }

    /// <summary>Called when the last byte of a response has been written.</summary>
    public Action? Written { get; init; }

    public long DeliveredBytes => _flow.DeliveredBytes;

    public object Connection => this;

    public bool CanWrite => true;

    public long RemainingBytes { get; private set; }

    public DownloadOrder Order { get; private set; }

    /// <summary>Begins a response; the one before must have been written.</summary>
    public void Begin(long bytes, DownloadOrder order) => (RemainingBytes, Order) = (bytes, order);

    /// <summary>The viewer has closed the connection.</summary>
    public void End() => _hasEnded = true;

    public bool TryRead(out ConnectionState state)
    {
        TcpSender sender = _flow.Source.Sender;
        state = new ConnectionState(sender.SmoothedRtt, _minimum, sender.Acknowledged, sender.SendNext - sender.Acknowledged,
            sender.UnsentBytes, sender.Counters.Retransmitted.Packets, _acks, _segment);
        return !_hasEnded;
    }

    public void GiveUp() => RemainingBytes = 0;

    public int Write(int bytes)
    {
        RemainingBytes -= bytes;
        _flow.Write(bytes);
        if (RemainingBytes == 0)
            Written?.Invoke();
        return bytes;
    }
}
