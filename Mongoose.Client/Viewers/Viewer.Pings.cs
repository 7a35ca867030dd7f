using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

// Pings in both directions.
public sealed partial class Viewer
{
    /// <summary>The time after which an unanswered ping is given up.</summary>
    internal static readonly Duration PingTimeout = Duration.FromSeconds(5);

    private readonly Alarm _pingAlarm;
    private byte _pingId;
    private Instant? _pingSentAt;

    /// <summary>
    /// The interval between pings without a controller, which has its own interval; used from the next ping on. <see cref="Enter"/> on an
    /// open circuit does not wait for that ping.
    /// </summary>
    public Duration PingInterval { get; set; }

    /// <summary>The round trip of the last ping; null before the first reply.</summary>
    public Duration? RoundTrip { get; private set; }

    /// <summary>Called for every ping's round trip.</summary>
    public Action<Duration>? RoundTripMeasured { get; set; }

    private void Ping()
    {
        if (State != ViewerState.Connected)
            return;
        SendPing();
        _pingAlarm.Set(_scheduler.Now + (RateControl.PingInterval ?? PingInterval));
    }

    private void SendPing()
    {
        // One ping at a time: on a long path the answer arrives after the next ping is due.
        if (_pingSentAt is { } sentAt && _scheduler.Now - sentAt < PingTimeout)
            return;
        DatagramWriter w = Begin(reliable: false);
        new StartPingCheck(++_pingId, OldestUnacked: 0).Write(ref w);
        Send(w);
        _pingSentAt = _scheduler.Now;
    }

    private void Answered()
    {
        if (_pingSentAt is not { } sentAt)
            return;
        Duration roundTrip = _scheduler.Now - sentAt;
        _pingSentAt = null;
        RoundTrip = roundTrip;
        RoundTripMeasured?.Invoke(roundTrip);
        RateControl.OnPing(roundTrip, _scheduler.Now);
    }

    private void AnswerPing(byte id)
    {
        DatagramWriter w = Begin(reliable: false);
        new CompletePingCheck(id).Write(ref w);
        Send(w);
    }
}
