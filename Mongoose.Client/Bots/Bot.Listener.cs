using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

// Reports of the bot's session.
internal sealed partial class Bot : ISessionListener
{
    public void Entering(Destination? region)
    {
        State = BotState.Entering;
        _player.Pause();
        if (region is { } home)
            _player.Home = home;
        else
            _player.ChangedRegion();
    }

    public void LoginRetried() => LoginRetries++;

    void ISessionListener.Noted(string message) => Noted?.Invoke(message);

    public void Arrived()
    {
        if (State != BotState.Entering)
            return;
        _silent = Duration.Zero;
        FirstArrival ??= _scheduler.Now;
        State = BotState.InRegion;
        _player.Play();
    }

    public void Failed(BotFailure failure, string message)
    {
        if (IsOver)
            return;
        // A bot that is leaving may have failed already: see LeaveAsPlanned.
        if (Failure == BotFailure.None)
            (Failure, Message) = (failure, message);
        End(BotState.Failed);
    }

    public void Left() => End(Failure == BotFailure.None ? BotState.Left : BotState.Failed);
}
