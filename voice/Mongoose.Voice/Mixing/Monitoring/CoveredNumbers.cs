using Mongoose.Core.Paths;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// The numbers that the reports so far have covered without a gap. Reports repeat arrivals, so a gap remains only if several reports in a
/// row were lost.
/// </summary>
internal struct CoveredNumbers
{
    private uint _first, _last;
    private bool _isStarted;

    /// <summary>Whether a number lies behind the last gap.</summary>
    public readonly bool Contains(uint number) => _isStarted && !SentPackets.IsAfter(_first, number);

    /// <summary>Adds what a report covers.</summary>
    public void Add(in ArrivalReport report)
    {
        if (report.Arrivals.IsEmpty)
            return;
        if (!_isStarted || SentPackets.IsAfter(report.First, _last + 1))
            _first = report.First;
        foreach (ref readonly PacketArrival arrival in report.Arrivals)
        {
            if (!_isStarted || SentPackets.IsAfter(arrival.Number, _last))
                (_isStarted, _last) = (true, arrival.Number);
        }
    }
}
