using System.Globalization;
using Mongoose.Core.RateControl;
using Mongoose.Core.Settings;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Requests;

/// <content>The rules that concern more than one option, and the options whose texts are parsed.</content>
internal sealed partial record BotRequest
{
    /// <summary>If <see cref="Enabled"/> is false, bots are stock viewers whatever the file sets, unless --controller is given.</summary>
    object ISettingRules.Finish(ISettingReport report)
    {
        if (RateControl.IsReversed)
        {
            report.Problem(report.Has("MinRateKbps") ? "MinRateKbps" : "MaxRateKbps",
                "the maximum rate (MaxRateKbps, --max-rate) must not be below the minimum");
        }
        Uri.TryCreate(LoginUri, UriKind.Absolute, out Uri? service);
        if (LoginUri.Length > 0 && service is null)
            report.Problem("LoginUri", "allowed are addresses such as http://127.0.0.1:9000/");
        if (TeleportTo is not null && Elsewhere is null)
            report.Problem("TeleportTo", "allowed are a region's map coordinates, two whole numbers such as 1001,1000");
        BotRequest read = WithTexts(report) with
        {
            LoginUri = service?.AbsoluteUri ?? LoginUri,
            TeleportTo = Elsewhere?.ToString() ?? TeleportTo,
            Controller = Enabled || report.Has("--controller") ? Controller : ViewerController.ControllerName,
        };
        read.CheckSize(report);
        return read;
    }

    private void CheckSize(ISettingReport report)
    {
        int count = Accounts.Count;
        if (count > AccountOptions.MaxBots * Shard.Count)
            report.Problem("BotCount", $"allowed are 1 to {AccountOptions.MaxBots} for each shard, and this is shard {Shard}");
        else if (count < Shard.Count)
            report.Problem(null, $"--shard {ShardText}: allowed are at most as many shards as bots, and --botcount is {count}");
        int bots = Math.Max(1, Shard.SizeOf(count));
        double seconds = PlannedLength.Seconds;
        if (seconds * bots > MaxBotSecondsOfProcess)
        {
            report.Problem(null, string.Create(CultureInfo.InvariantCulture,
                $"--botcount {count} --seconds {Length.Seconds:0.###}: {seconds:0.###} s including the logins; "
                + $"allowed are {(double)MaxBotSecondsOfProcess / bots:0.#} s for {bots} bots in a process, "
                + $"{MaxBotSecondsOfProcess} bot-seconds in total"));
        }
    }

    /// <summary>Applies --behaviours, --textures, --shard and --start-at.</summary>
    private BotRequest WithTexts(ISettingReport report)
    {
        if (BehaviourLetters is not null && report.Has("--activity"))
            report.Problem(null, "--behaviours and --activity exclude each other: use one of them");
        return this with
        {
            Activity = BehaviourLetters is { } letters ? Try(() => Behaviours.Activity(letters), Activity) : Activity,
            Textures = TextureFile is { } file ? Try(() => Requests.TextureFile.Read(file), []) : [],
            Shard = ShardText is { } shard ? Try(() => Runtime.CommandLine.Shard.Parse(shard), Shard, $"--shard {shard}: ") : Shard,
            StartAt = StartAtText is { } time
                ? Try<DateTimeOffset?>(() => StartTime.Parse(time, DateTimeOffset.UtcNow), null, $"--start-at {time}: ")
                : null,
        };

        T Try<T>(Func<T> read, T otherwise, string prefix = "")
        {
            try
            {
                return read();
            }
            catch (FormatException exception)
            {
                report.Problem(null, prefix + exception.Message);
                return otherwise;
            }
        }
    }
}
