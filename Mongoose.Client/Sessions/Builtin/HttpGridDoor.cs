using Mongoose.Client.Login;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>What of a grid is not UDP: the login service and regions' capabilities. Callbacks come on the sessions' scheduler.</summary>
internal interface IGridDoor : IDisposable
{
    /// <summary>Asks the login service.</summary>
    void Enter(LoginRequest request, Action<LoginResult> then);

    /// <summary>Asks a region for its capabilities and listens to what it has to tell, until the result is disposed of.</summary>
    /// <param name="seed">The region's seed capability.</param>
    /// <param name="features">Called once with the region's simulator features, or with null if the region does not answer.</param>
    /// <param name="onEvent">Gets what the region tells of others.</param>
    IDisposable Follow(Uri seed, Action<RegionFeatures?> features, Action<RegionEvent> onEvent);
}

/// <summary>A real grid, by HTTP.</summary>
internal sealed class HttpGridDoor : IGridDoor
{
    /// <summary>Longer than regions keep an event queue's request waiting.</summary>
    private static readonly TimeSpan QueueTimeout = TimeSpan.FromSeconds(120);

    private static readonly string[] Capabilities = [EventQueue.Capability, RegionFeatures.Capability];

    private readonly Mailbox _mailbox;
    private readonly GridLogin _login;
    private readonly GridLogin _queues = new(QueueTimeout);
    private readonly CancellationTokenSource _closing = new();

    /// <param name="mailbox">Of the sessions' loop.</param>
    /// <param name="loginTimeout">For each answer of a login service or capability.</param>
    public HttpGridDoor(Mailbox mailbox, TimeSpan loginTimeout)
    {
        _mailbox = mailbox;
        _login = new GridLogin(loginTimeout);
    }

    public void Enter(LoginRequest request, Action<LoginResult> then) => _ = EnterAsync(request, then);

    public IDisposable Follow(Uri seed, Action<RegionFeatures?> features, Action<RegionEvent> onEvent)
    {
        CancellationTokenSource ending = CancellationTokenSource.CreateLinkedTokenSource(_closing.Token);
        _ = FollowAsync(seed, features, onEvent, ending.Token);
        return new Following(ending);
    }

    /// <summary>Ends all requests.</summary>
    public void Dispose()
    {
        _closing.Cancel();
        _login.Dispose();
        _queues.Dispose();
    }

    private async Task EnterAsync(LoginRequest request, Action<LoginResult> then)
    {
        try
        {
            LoginResult result = await _login.LoginAsync(request, _closing.Token).ConfigureAwait(false);
            _mailbox.Post(() => then(result));
        }
        catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
        {
            // Nobody waits for it any more.
        }
    }

    private async Task FollowAsync(Uri seed, Action<RegionFeatures?> features, Action<RegionEvent> onEvent, CancellationToken cancellation)
    {
        IReadOnlyDictionary<string, string> found;
        RegionFeatures answer;
        try
        {
            found = await _login.AskSeedAsync(seed, Capabilities, cancellation).ConfigureAwait(false);
            answer = AddressOf(found, RegionFeatures.Capability) is { } address
                ? await _login.AskFeaturesAsync(address, cancellation).ConfigureAwait(false)
                : RegionFeatures.None;
        }
        catch (Exception exception) when (exception
            is HttpRequestException or FormatException or OperationCanceledException or ObjectDisposedException)
        {
            Post(() => features(null));
            return;
        }
        Post(() => features(answer));
        if (AddressOf(found, EventQueue.Capability) is { } queue)
            await _queues.ListenAsync(queue, read => Post(() => onEvent(read)), cancellation).ConfigureAwait(false);

        void Post(Action action) => _mailbox.Post(() =>
        {
            if (!cancellation.IsCancellationRequested)
                action();
        });
    }

    private static Uri? AddressOf(IReadOnlyDictionary<string, string> capabilities, string name) =>
        Uri.TryCreate(capabilities.GetValueOrDefault(name), UriKind.Absolute, out Uri? address) ? address : null;

    private sealed class Following(CancellationTokenSource ending) : IDisposable
    {
        // Not disposed of: the requests that it ends still look at it.
        public void Dispose() => ending.Cancel();
    }
}
