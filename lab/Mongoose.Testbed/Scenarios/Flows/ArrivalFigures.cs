using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The fate of a region's packets: dropped by the viewer's buffers, duplicated, too early, or last to arrive.</summary>
/// <param name="options">The circuit's options, with the region's content.</param>
/// <param name="origin">The run's start on the viewer's clock.</param>
internal sealed class ArrivalFigures(CircuitOptions options, Viewer viewer, Instant origin, FlowRecord record)
{
    private long _bytes;
    private long _bytesAgain;

    public void Add(in ReceivedDatagram datagram)
    {
        if (!record.IsMeasured(datagram.At - origin))
            return;
        _bytes += datagram.Bytes;
        if (!datagram.IsNew)
            _bytesAgain += datagram.Bytes;
    }

    public void Finish()
    {
        (long dropped, long reached) = viewer.Overflow;
        record.Extra.AddRange(
        [
            ("overflowPercent", Percent.Of(dropped, reached)),
            ("duplicatePercent", Percent.Of(_bytesAgain, _bytes)),
        ]);
        if (options.Prims > 0)
            record.Extra.Add(("lastPrimSeconds", SecondsUntilLastPrim()));
        if (options.Avatars > 0)
            record.Extra.Add(("earlyAppearances", viewer.EarlyAppearances));
    }

    private double SecondsUntilLastPrim()
    {
        Instant end = origin + record.End, start = viewer.StartedAt ?? end;
        bool knowsAll = viewer.Objects.Count >= options.Prims;
        return ((knowsAll ? viewer.Objects.LastNewAt ?? end : end) - start).Seconds;
    }
}
