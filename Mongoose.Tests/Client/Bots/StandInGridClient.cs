using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Bots;

/// <summary>A grid's login service and capabilities without HTTP: answers after a delay, as set by the test.</summary>
internal sealed class StandInGridClient(IScheduler scheduler, Func<LoginRequest, LoginResult> login) : IGridClient
{
    private readonly List<Action<RegionEvent>> _listeners = [];

    /// <summary>The region's features; null if it does not answer.</summary>
    public RegionFeatures? Features { get; set; } = RegionFeatures.None;

    /// <summary>Seed capabilities whose event queues are followed.</summary>
    public List<Uri> Followed { get; } = [];

    /// <summary>Seed capabilities that were asked, in order.</summary>
    public List<Uri> Asked { get; } = [];

    /// <summary>Whether the login service answers.</summary>
    public bool AnswersLogins { get; set; } = true;

    /// <summary>The delay of each answer.</summary>
    public Duration Latency { get; set; } = Duration.FromMilliseconds(10);

    public void LogIn(LoginRequest request, Action<LoginResult> then)
    {
        if (AnswersLogins)
            Soon(() => then(login(request)));
    }

    public IDisposable Follow(Uri seed, Action<SeedAnswer> answered, Action<RegionEvent> onEvent)
    {
        Asked.Add(seed);
        Followed.Add(seed);
        _listeners.Add(onEvent);
        Following following = new(() =>
        {
            Followed.Remove(seed);
            _listeners.Remove(onEvent);
        });
        Soon(() =>
        {
            if (following.HasEnded)
                return;
            if (Features is null)
                following.Dispose();
            answered(
                Features is { } features ? new SeedAnswer(features) : new SeedAnswer(null, BotFailure.RegionSilent, "it does not answer"));
        });
        return following;
    }

    /// <summary>Passes an event to the listener of the last of <see cref="Followed"/>.</summary>
    public void Raise(RegionEvent regionEvent) => _listeners[^1](regionEvent);

    public void Dispose()
    {
    }

    private void Soon(Action action) => scheduler.At(scheduler.Now + Latency, action);

    private sealed class Following(Action end) : IDisposable
    {
        public bool HasEnded { get; private set; }

        public void Dispose()
        {
            if (HasEnded)
                return;
            HasEnded = true;
            end();
        }
    }
}
