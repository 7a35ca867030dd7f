using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>Which rates a circuit is allowed, when to read them again, and which rate is in force. A mutable value type.</summary>
internal struct RateState
{
    private DataRate? _applied;
    private Instant _readAt;
    private bool _hasNew;

    public RateState() => _readAt = Instant.LongAgo;

    /// <summary>The rates that the port gave when they were last read.</summary>
    public CircuitRates Allowed { get; private set; }

    /// <summary>Whether the rate in force is less than the allowed one: path control permits no more.</summary>
    public readonly bool IsBelowAllowed => _applied < Allowed.Circuit;

    /// <summary>Reports that the port has new rates. They stay new until they have been read, because the port may throw.</summary>
    public void Announce() => _hasNew = true;

    public readonly bool IsDue(Duration interval, Instant now) => _hasNew || now - _readAt >= interval;

    /// <summary>Reports that the port's rates have been read.</summary>
    public void WereRead(Instant now) => (_hasNew, _readAt) = (false, now);

    /// <summary>Sets the rates that were read. Returns whether they have changed.</summary>
    public bool Set(in CircuitRates rates)
    {
        if (rates == Allowed)
            return false;
        Allowed = rates;
        // Even if the circuit's rate is unchanged, the channels' rates may differ.
        _applied = null;
        return true;
    }

    /// <summary>Sets the rate in force. Returns whether this rate or the allowed rates have changed since the last call.</summary>
    public bool Apply(DataRate circuit)
    {
        if (circuit == _applied)
            return false;
        _applied = circuit;
        return true;
    }

    public void ClockWentBack(Instant now) => _readAt = now;
}
