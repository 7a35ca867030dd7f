using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// The figures of avatars that walk and stand alternately, as a viewer sees them. Viewers order the updates of an object by their packets'
/// numbers, which resends keep, so an update in a packet with a lower number than the newest one is obsolete.
/// </summary>
internal sealed class AvatarFigures
{
    /// <summary>Walking avatars move at several m/s, standing avatars at 0 m/s.</summary>
    private const float StandingMetresPerSecond = 0.1f;

    private readonly Viewer _viewer;
    private readonly IScheduler _scheduler;
    private readonly Instant _origin;
    private readonly UpdateTap _tap;
    private readonly FlowRecord _record;
    private readonly Dictionary<uint, Newest> _avatars = [];
    private readonly ViewerLossCount _losses = new();
    private readonly DelaySamples _ages = new();
    private ReceivedDatagram _packet;
    private Duration _lastUpdates = Duration.Zero;
    private (long Unknown, long Stops, long Obsolete, long LostLast, long Resends, long Needless) _counts;

    /// <param name="scheduler">The viewer's clock.</param>
    /// <param name="origin">The run's start.</param>
    /// <param name="tap">Reads the circuit's packets where they leave the region.</param>
    public AvatarFigures(Viewer viewer, IScheduler scheduler, Instant origin, UpdateTap tap, FlowRecord record)
    {
        (_viewer, _scheduler, _origin, _tap, _record) = (viewer, scheduler, origin, tap, record);
        viewer.ObjectMoved += Moved;
    }

    private bool IsMeasured => _record.IsMeasured(_scheduler.Now - _origin);

    /// <summary>Called for each datagram, before its updates are processed.</summary>
    public void Add(in ReceivedDatagram datagram)
    {
        _packet = datagram;
        _tap.Arrived(datagram.Sequence);
        if (datagram.IsNew)
            _losses.OnPacket(datagram.Sequence, IsResent, datagram.At);
        if (!IsMeasured || !IsResent)
            return;
        _counts.Resends++;
        if (!datagram.IsNew)
            _counts.Needless++;
    }

    public void RoundTrip(Duration time) => _losses.OnPing(time);

    public void Finish()
    {
        _losses.TickUntil(_scheduler.Now);
        DelaySummary age = _ages.Summarise();
        _record.Extra.AddRange(
        [
            ("walkingAgeMs.p50", age.P50),
            ("walkingAgeMs.p99", age.P99),
            ("unknownStates", _counts.Unknown),
            ("stops", _counts.Stops),
            ("obsoletePer100Stops", 100.0 * _counts.Obsolete / _counts.Stops),
            ("lostLastUpdates", _counts.LostLast),
            ("lostLastUpdateMs", _counts.LostLast == 0 ? double.NaN : _lastUpdates.Milliseconds / _counts.LostLast),
            ("shownLosses", _losses.Lost),
            ("shownLossPercent", Percent.Of(_losses.Lost, _viewer.Sequences.Sent)),
            ("missingReliable", _tap.Missing),
            ("resentUpdateBytes", _tap.ResentBytes),
            ("resentUpdateShare", _tap.UntrimmedBytes == 0 ? double.NaN : (double)_tap.ResentBytes / _tap.UntrimmedBytes),
            ("resentBlockShare", _tap.BlockShare),
            ("arrivedResends", _counts.Resends),
            ("needlessResends", _counts.Needless),
        ]);
    }

    private bool IsResent => (_packet.Flags & PacketFlags.Resent) != 0;

    private void Moved(TerseMotion state)
    {
        // Only avatars have a collision plane.
        if (state.Motion.CollisionPlane is null)
            return;
        bool walks = state.Motion.Velocity.Length() > StandingMetresPerSecond;
        Duration? age = _tap.States.AgeOf(state, _scheduler.Now);
        if (walks && IsMeasured)
            AddAge(age);
        bool isKnown = _avatars.TryGetValue(state.LocalId, out Newest newest);
        if (isKnown && unchecked((int)(_packet.Sequence - newest.Sequence)) < 0)
        {
            if (walks && !newest.Walks && IsMeasured)
                _counts.Obsolete++;
            return;
        }
        _avatars[state.LocalId] = new Newest(_packet.Sequence, walks);
        if (isKnown && newest.Walks && !walks && IsMeasured)
            Stopped(age);
    }

    private void AddAge(Duration? age)
    {
        if (age is { } known)
            _ages.Add(known);
        else
            _counts.Unknown++;
    }

    /// <summary>If the packet is a resend, its first transmission was lost: otherwise the viewer would have ignored the resend.</summary>
    private void Stopped(Duration? age)
    {
        _counts.Stops++;
        if (!IsResent)
            return;
        if (age is not { } late)
        {
            _counts.Unknown++;
            return;
        }
        _counts.LostLast++;
        _lastUpdates += late;
    }

    /// <summary>The newest state of an avatar.</summary>
    /// <param name="Sequence">The number of its packet.</param>
    /// <param name="Walks">Whether the avatar walked.</param>
    private readonly record struct Newest(uint Sequence, bool Walks);
}
