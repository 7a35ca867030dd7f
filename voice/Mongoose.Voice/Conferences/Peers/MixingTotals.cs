using Mongoose.Core.Units;
using Mongoose.Voice.Mixing;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Counters of replaced controllers, so that a peer's totals never decrease.</summary>
internal sealed class MixingTotals
{
    private long _lossEvents, _changes;
    private Duration _silence;

    /// <summary>Adds the counters of a controller that is about to be replaced.</summary>
    public void Add(in MixingState last) =>
        (_lossEvents, _changes, _silence) = (_lossEvents + last.LossEvents, _changes + last.Changes, _silence + last.Silence);

    /// <summary>The state of the present controller, with the counters of all before it.</summary>
    public MixingState With(in MixingState present) => present with
    {
        LossEvents = _lossEvents + present.LossEvents,
        Changes = _changes + present.Changes,
        Silence = _silence + present.Silence,
    };
}
