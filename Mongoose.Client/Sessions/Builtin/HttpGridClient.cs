using Mongoose.Client.Downloads;
using Mongoose.Client.Login;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>A real grid, over HTTP.</summary>
/// <param name="mailbox">The mailbox of the sessions' loop.</param>
/// <param name="loginTimeout">The timeout for each answer of a login service or capability.</param>
/// <param name="fetchesByHttp">Whether regions are asked for the addresses of their assets.</param>
internal sealed class HttpGridClient(Mailbox mailbox, TimeSpan loginTimeout, bool fetchesByHttp = false) : IGridClient
{
    /// <summary>Longer than regions hold a request to the event queue.</summary>
    private static readonly TimeSpan QueueTimeout = TimeSpan.FromSeconds(120);

    private static readonly string[] Capabilities = [EventQueue.Capability, RegionFeatures.Capability];

    private readonly GridLogin _login = new(loginTimeout);
    private readonly GridLogin _capabilities = new(loginTimeout, GridLogin.MaxCapabilityBytes);
    private readonly GridLogin _queues = new(QueueTimeout, GridLogin.MaxCapabilityBytes);
    private readonly CancellationTokenSource _closing = new();

    public void LogIn(LoginRequest request, Action<LoginResult> then) => _ = LogInAsync(request, then);

    public IDisposable Follow(Uri seed, Action<SeedAnswer> answered, Action<RegionEvent> onEvent)
    {
        CancellationTokenSource ending = CancellationTokenSource.CreateLinkedTokenSource(_closing.Token);
        Following following = new(ending);
        _ = FollowAsync(seed, answered, onEvent, ending.Token).ContinueWith(_ => mailbox.Post(following.Ended), TaskScheduler.Default);
        return following;
    }

    /// <summary>Ends all requests.</summary>
    public void Dispose()
    {
        _closing.Cancel();
        _login.Dispose();
        _capabilities.Dispose();
        _queues.Dispose();
    }

    private async Task LogInAsync(LoginRequest request, Action<LoginResult> then)
    {
        try
        {
            LoginResult result = await _login.LoginAsync(request, _closing.Token).ConfigureAwait(false);
            mailbox.Post(() => then(result));
        }
        catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
        {
            // No session waits for the answer.
        }
    }

    private async Task FollowAsync(Uri seed, Action<SeedAnswer> answered, Action<RegionEvent> onEvent, CancellationToken cancellation)
    {
        (SeedAnswer answer, Uri? queue) = await AskAsync(seed, cancellation).ConfigureAwait(false);
        Post(() => answered(answer));
        if (queue is not null)
            await _queues.ListenAsync(queue, read => Post(() => onEvent(read)), cancellation).ConfigureAwait(false);

        void Post(Action action) => mailbox.Post(() =>
        {
            if (!cancellation.IsCancellationRequested)
                action();
        });
    }

    /// <summary>
    /// Never throws: nothing awaits the task of <see cref="FollowAsync"/>, so after an exception its bot would wait forever.
    /// </summary>
    private async Task<(SeedAnswer Answer, Uri? Queue)> AskAsync(Uri seed, CancellationToken cancellation)
    {
        try
        {
            string[] names = fetchesByHttp ? [.. Capabilities, .. DownloadCapabilities.Names] : Capabilities;
            IReadOnlyDictionary<string, string> found = await _capabilities.AskSeedAsync(seed, names, cancellation).ConfigureAwait(false);
            Uri? queue = HttpAddress.OfCapability(found, EventQueue.Capability);
            RegionFeatures features = HttpAddress.OfCapability(found, RegionFeatures.Capability) is { } address
                ? await _capabilities.AskFeaturesAsync(address, cancellation).ConfigureAwait(false)
                : RegionFeatures.None;
            return (new SeedAnswer(features) { Downloads = DownloadCapabilities.From(found) }, queue);
        }
        catch (HttpRequestException exception) when (exception.HttpRequestError != HttpRequestError.ConfigurationLimitExceeded)
        {
            return Failed(BotFailure.RegionSilent, $"the region's seed capability {seed} failed: {HttpProblem.Text(exception)}");
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            string reason = exception is FormatException or HttpRequestException ? exception.Message : Fault.TextOf(exception);
            return Failed(BotFailure.BadLoginReply, $"the region's seed capability {seed} gave an invalid answer: {reason}");
        }

        static (SeedAnswer, Uri?) Failed(BotFailure failure, string message) => (new SeedAnswer(null, failure, message), null);
    }

    private sealed class Following(CancellationTokenSource ending) : IDisposable
    {
        private bool _hasEnded;

        /// <summary>Cancels the requests, unless they have ended.</summary>
        public void Dispose()
        {
            if (!_hasEnded)
                ending.Cancel();
        }

        /// <summary>
        /// No request uses the source now. Runs on the thread of <see cref="Dispose"/>, so never between its two steps.
        /// </summary>
        public void Ended()
        {
            _hasEnded = true;
            ending.Dispose();
        }
    }
}
