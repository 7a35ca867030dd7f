using Mongoose.Client.Rates;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>A session's measurements since its start. Only the session writes them.</summary>
internal sealed class SessionFigures
{
    private readonly List<float> _roundTripsMs = [];
    private SessionCounters _counters;
    private RateControl? _circuit;
    private bool _changesRegion;

    /// <summary>The current counters.</summary>
    public SessionCounters Counters
    {
        get
        {
            SessionCounters counters = _counters;
            counters.HttpBytes = Downloads?.ReceivedBytes ?? 0;
            if ((_circuit, Controller) is ({ } circuit, { } controller))
            {
                counters.Packets += circuit.Sequences.Counts;
                counters.LossEvents = controller.State.LossEvents;
            }
            return counters;
        }
    }

    /// <summary>The controller that decides the rate in all regions; null before the first region.</summary>
    public IRateController? Controller { get; private set; }

    /// <summary>The round trip of every ping that was answered.</summary>
    public IReadOnlyList<float> RoundTripsMs => _roundTripsMs;

    /// <summary>The round trip of the last ping; null before the first reply.</summary>
    public Duration? RoundTrip { get; private set; }

    /// <summary>The lead of the grid's clock over this host's, to the second, from the answer to the login; null if unknown.</summary>
    public TimeSpan? GridClockAhead { get; set; }

    /// <summary>The downloads by HTTP; null: there are none.</summary>
    public SceneDownloads? Downloads { get; init; }

    /// <summary>When the last datagram of the avatar's region arrived; null before the first.</summary>
    public Instant? LastReceivedAt { get; private set; }

    /// <summary>The avatar arrives in a region, its first or another.</summary>
    /// <param name="circuit">The circuit on which it arrives.</param>
    /// <param name="controller">The controller in use there.</param>
    public void EnterRegion(RateControl circuit, IRateController controller)
    {
        _changesRegion = Controller is not null;
        _counters = Counters;
        _circuit = circuit;
        Controller = controller;
    }

    /// <summary>The avatar is in the region.</summary>
    public void Arrived()
    {
        if (_changesRegion)
            _counters.Teleports++;
        _changesRegion = false;
    }

    /// <summary>The avatar leaves the grid: packets and losses are no longer counted.</summary>
    public void Leave()
    {
        _counters = Counters;
        _circuit = null;
        _changesRegion = false;
    }

    /// <summary>A datagram of the region's circuit has arrived; duplicates count too.</summary>
    public void Received(int bytes, Instant at)
    {
        _counters.Datagrams++;
        _counters.Bytes += bytes;
        LastReceivedAt = at;
    }

    /// <summary>Counts the bytes of a received datagram that belongs to a channel.</summary>
    public void Carried(Channel channel, int bytes) => _counters.Carried(channel, bytes);

    public void PingAnswered(Duration roundTrip)
    {
        RoundTrip = roundTrip;
        _roundTripsMs.Add((float)roundTrip.Milliseconds);
    }

    public void TextureCompleted() => _counters.Textures++;

    /// <summary>A teleport within the region has completed, or a teleport to any destination has failed.</summary>
    public void TeleportEnded(bool succeeded)
    {
        if (succeeded)
            _counters.Teleports++;
        else
            _counters.FailedTeleports++;
    }
}
