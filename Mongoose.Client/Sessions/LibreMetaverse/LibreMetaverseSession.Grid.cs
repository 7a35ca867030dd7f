using LibreMetaverse;
using Mongoose.Client.Downloads;
using Mongoose.Client.Login;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Sessions.LibreMetaverse;

// Login, teleport and logout, whose timing the library decides.
internal sealed partial class LibreMetaverseSession
{
    private static readonly string[] FeaturesOnly = [RegionFeatures.Capability];

    private async Task LogInAsync()
    {
        try
        {
            LoginRetries retries = new(_plan.LoginRetries);
            while (await TryLoginAsync().ConfigureAwait(false) is { } failed)
            {
                BotFailure failure = FailureOf(failed.Reason, failed.Message);
                if (!retries.TryNext(failure, failed.Message, out Duration delay))
                {
                    Post(() => Fail(failure, failed.Message));
                    return;
                }
                Post(_listener.LoginRetried);
                await Task.Delay(TimeSpan.FromSeconds(delay.Seconds), _ending.Token).ConfigureAwait(false);
            }
            RegionFeatures features = await FeaturesAsync().ConfigureAwait(false);
            Destination home = Destination.OfHandle(_client.Network.CurrentSim!.Handle);
            Post(() => LoggedIn(features, home));
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Post(() => Fail(BotFailure.EngineFailed, Fault.TextOf(exception)));
        }
    }

    /// <summary>Null if the login succeeded, else why it failed.</summary>
    private async Task<(string Reason, string Message)?> TryLoginAsync()
    {
        (string Reason, string Message)? failed = null;
        LoginRequest account = _plan.Account;
        LoginParams parameters = new(_client, account.First, account.Last, account.Password, account.Channel, account.Version,
            account.Service.AbsoluteUri)
        {
            Start = account.Start,
        };
        _client.Network.LoginProgress += OnProgress;
        try
        {
            bool isIn = await _client.Network.LoginAsync(parameters, _ending.Token).ConfigureAwait(false);
            return isIn && _client.Network.CurrentSim is not null ? null : failed ?? ("", "the library gives no reason");
        }
        finally
        {
            _client.Network.LoginProgress -= OnProgress;
        }

        // The first failure is the relevant one: the library ends with another that says "Canceled".
        void OnProgress(object? sender, LoginProgressEventArgs progress)
        {
            if (progress.Status == LoginStatus.Failed)
                failed ??= (progress.FailReason, progress.Message);
        }
    }

    private void LoggedIn(RegionFeatures features, Destination home)
    {
        IRateController controller = _plan.Controller.CreateFor(features);
        _client.Network.SimChanged += (_, _) => Post(() => Enter(controller, null));
        Enter(controller, home);
    }

    private Task<RegionFeatures> FeaturesAsync() => AskAsync(
        _client.Network.LoginSeedCapability, FeaturesOnly, RegionFeatures.None,
        async (asker, found) => HttpAddress.OfCapability(found, RegionFeatures.Capability) is { } address
            ? await asker.AskFeaturesAsync(address, _ending.Token).ConfigureAwait(false)
            : RegionFeatures.None);

    /// <summary>Asks a seed capability; <paramref name="otherwise"/> if there is none, or no valid answer.</summary>
    private async Task<T> AskAsync<T>(
        Uri? seed, IReadOnlyList<string> names, T otherwise, Func<GridLogin, IReadOnlyDictionary<string, string>, Task<T>> read)
    {
        try
        {
            if (seed is null)
                return otherwise;
            using GridLogin asker = new(_loginTimeout, GridLogin.MaxCapabilityBytes);
            return await read(asker, await asker.AskSeedAsync(seed, names, _ending.Token).ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return otherwise;
        }
    }

    private async Task DownloadAsync(SceneDownloads downloads, Simulator region)
    {
        DownloadCapabilities capabilities = await CapabilitiesOfAsync(region).ConfigureAwait(false);
        Post(() =>
        {
            if (_leaves || region != _client.Network.CurrentSim)
                return;
            if (downloads.Use(capabilities) is { } obstacle)
                _listener.Noted(obstacle);
        });
    }

    private Task<DownloadCapabilities> CapabilitiesOfAsync(Simulator region) => AskAsync(
        region.Caps?.SeedCapsURI, DownloadCapabilities.Names, DownloadCapabilities.None,
        (_, found) => Task.FromResult(DownloadCapabilities.From(found)));

    /// <summary>Maps the library's reasons for failures that the login service did not report.</summary>
    private static BotFailure FailureOf(string reason, string message) => reason switch
    {
        "no connection" => BotFailure.GridUnreachable,
        "bad response" => BotFailure.BadLoginReply,
        "" when message.Contains("cancel", StringComparison.OrdinalIgnoreCase) => BotFailure.LoginTimeout,
        "" when message.Contains("simulator", StringComparison.Ordinal) => BotFailure.RegionSilent,
        _ => LoginFailures.FromReason(reason, message),
    };

    private async Task TeleportAsync(Destination destination, System.Numerics.Vector3 position)
    {
        bool isElsewhere = _client.Network.CurrentSim is { } here && here.Handle != destination.Handle;
        Vector3 place = new(position.X, position.Y, position.Z);
        bool succeeded = await LibraryCalls.SucceedsAsync(() => _client.Self.TeleportAsync(destination.Handle, place, _ending.Token))
            .ConfigureAwait(false);
        // A teleport to another region is reported by the new circuit.
        if (!succeeded || !isElsewhere)
            Post(() => Figures.TeleportEnded(succeeded));
    }

    private async Task LeaveAsync()
    {
        // If the library fails, the session is treated as ended.
        await LibraryCalls.SucceedsAsync(async () =>
        {
            await _client.Network.LogoutAsync(_ending.Token).ConfigureAwait(false);
            return true;
        }).ConfigureAwait(false);
        Post(() =>
        {
            Dispose();
            _listener.Left();
        });
    }
}
