using Mongoose.Client.Login;
using Mongoose.Client.Rates;
using Mongoose.Client.Sessions;
using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

// What its session tells.
internal sealed partial class Bot : ISessionListener
{
    private SequenceCounts _earlierCircuits;
    private bool _changesRegion;

    public ChannelRates Entering(RegionFeatures? features, Destination? region)
    {
        State = BotState.Entering;
        _heardAt = _scheduler.Now;
        Rest();
        if (_pilot is null)
            _pilot = new RatePilot(_scheduler, _session, ControllerFor(features ?? RegionFeatures.None));
        else
            ChangeRegion(_pilot);
        if (region is { } home)
            _player.Home = home;
        return _pilot.InitialRates;
    }

    public void LoginRetried() => LoginRetries++;

    public void Arrived()
    {
        if (State != BotState.Entering)
            return;
        _heardAt = _scheduler.Now;
        FirstArrival ??= _scheduler.Now;
        State = BotState.InRegion;
        if (_changesRegion)
            _counters.Teleports++;
        _changesRegion = false;
        _player.Play();
    }

    public void Received(uint sequence, bool isResent, int bytes, Instant at)
    {
        // A region that speaks but does not let the avatar in is as good as silent.
        if (State == BotState.InRegion)
            _heardAt = at;
        _counters.Datagrams++;
        _counters.Bytes += bytes;
        // OpenSim acks the circuit code outside its numbering, with number 0.
        if (_pilot is not { } pilot || sequence == 0 || State == BotState.Leaving)
            return;
        pilot.OnPacket(sequence, isResent, bytes, at);
        _counters.Packets = _earlierCircuits + pilot.Counts;
        _counters.LossEvents = pilot.Controller.State.LossEvents;
    }

    public void Carried(Channel channel, int bytes) => _counters.Carried(channel, bytes);

    public void PingAnswered(Duration roundTrip, Instant at)
    {
        _roundTrip = roundTrip;
        _roundTripsMs.Add((float)roundTrip.Milliseconds);
        if (State != BotState.Leaving)
            _pilot?.OnPing(roundTrip, at);
    }

    public void RateAcknowledged(uint generation) => _pilot?.OnAcknowledged(generation);

    public void TextureCompleted() => _counters.Textures++;

    public void TeleportEnded(bool succeeded)
    {
        if (succeeded)
            _counters.Teleports++;
        else
            _counters.FailedTeleports++;
    }

    public void Failed(BotFailure failure, string message)
    {
        if (IsOver)
            return;
        // One that leaves may have failed already: see LeaveAsPlanned.
        if (Failure == BotFailure.None)
            (Failure, Message) = (failure, message);
        End(BotState.Failed);
    }

    public void Left() => End(Failure == BotFailure.None ? BotState.Left : BotState.Failed);

    private IRateController ControllerFor(RegionFeatures features)
    {
        if (_options.Controller != BotOptions.AutoController)
            return RateControllers.Create(_options.Controller, _options.RateControl);
        RateControlOptions limits = features.MaxRate is { } most
            ? _options.RateControl with { MaxRate = DataRate.Min(_options.RateControl.MaxRate, most) }
            : _options.RateControl;
        return RateControllers.Create(features.HasMongoose ? WindowTrackingController.ControllerName : ViewerController.ControllerName, limits);
    }

    private void ChangeRegion(RatePilot pilot)
    {
        _earlierCircuits += pilot.Counts;
        pilot.NewCircuit();
        _changesRegion = true;
        _player.ChangedRegion();
    }
}
