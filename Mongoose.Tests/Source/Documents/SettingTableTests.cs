using Mongoose.Client.Commands;
using Mongoose.Client.Requests;
using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Settings;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Radios;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Scenarios;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Source.Documents;

/// <summary>The tables of keys and options in documents match the declarations.</summary>
public sealed class SettingTableTests
{
    /// <summary>The module's settings, which circuits of scenarios have too.</summary>
    private static readonly (Type, string)[] ModuleKeys =
        new[] { typeof(OperatorSettings), typeof(DownloadOptions) }.Select(type => (type, "[as of the module](module-keys.md)")).ToArray();

    [Test]
    public void The_keys_of_scenarios() => SettingTable.Check("reference/scenario-keys.md",
        Table<Scenario>(), Table<LinkSettings>(), Table<LinkWaySettings>(), Table<RateStep>(), Table<DelayStep>(),
        Table<LinkQueueSettings>(isOwn: true),
        Table<RadioOptions>(), Table<Policer>(), Table<ClampOptions>(), Table<LossSettings>(), Table<LossStepSettings>(isOwn: true),
        Table<ReorderingSettings>(),
        Table<FlowGroup>(), (nameof(CircuitOptions), SettingTable.Keys(Setting.Initial(typeof(CircuitOptions)), elsewhere: ModuleKeys)),
        Table<ViewerHabits>(), Table<TcpFlowOptions>(), Table<ApplicationSettings>(), Table<GameOptions>(),
        Table<PacketTrain>(), Table<ParticleOptions>(), Table<VoiceOptions>(), Table<MixerOptions>(), Table<DatagramOptions>(),
        Table<DownloadFlowOptions>(),
        Table<FlowUnion>(), Table<Milestone>(), Table<Band>(),
        Table<MatrixSettings>(), Table<FactorSettings>(), Table<MatrixFigureSettings>());

    [Test]
    public void The_keys_of_queues() => SettingTable.Check("reference/queue-keys.md",
        Table<QueueOptions>(isOwn: true), Table<CodelParameters>(), Table<PieParameters>(), Table<FlowQueueParameters>());

    [Test]
    public void The_options_of_bots() => SettingTable.Check("reference/bot-options.md",
        (nameof(BotCommandLine),
            SettingTable.Options(new BotCommandLine { Request = new BotRequest { LibreMetaverse = "" } }, BotCommandLine.Section)));

    [Test]
    public void The_keys_options_and_metrics_of_the_mixer() => SettingTable.Check("reference/mixer-keys.md",
        Table<MixerSettings>(), Table<PeerSettings>(), Table<SourceOptions>(),
        (nameof(RunOptions), SettingTable.Options(new RunOptions(), isOwn: true)),
        (nameof(SpeakOptions), SettingTable.Options(new SpeakOptions())),
        (nameof(ListenOptions), SettingTable.Options(new ListenOptions())),
        (nameof(JanusOptions), SettingTable.Options(new JanusOptions())),
        (nameof(MixerSummary), Metrics(MixerSummary.Metrics.All)));

    [Test]
    public void The_schema_of_scenarios_has_the_same_keys() => CheckSchema("config/scenarios/scenario.schema.json", SchemaCommand.Text);

    [Test]
    public void The_schema_of_the_mixers_files_has_the_same_keys() => CheckSchema("config/mixer/mixer.schema.json", MixerFile.Schema);

    private static void CheckSchema(string file, string text)
    {
        string path = Path.Combine(Repository.Root(), file);
        if (Environment.GetEnvironmentVariable("MONGOOSE_WRITE_DOCS") is "1")
            File.WriteAllText(path, text);
        Assert.That(File.ReadAllText(path), Is.EqualTo(text), "run with MONGOOSE_WRITE_DOCS=1 to rewrite the schema");
    }

    private static IEnumerable<string> Metrics<T>(IEnumerable<Metric<T>> metrics) =>
        ["| metric | meaning |", "|---|---|", .. metrics.Select(metric => $"| `{metric.Name}` | {metric.Text} |")];

    private static (string, IEnumerable<string>) Table<T>(bool isOwn = false) =>
        (typeof(T).Name, SettingTable.Keys(Setting.Initial(typeof(T)), isIni: false, isOwn));
}
