using Mongoose.Client.Commands;
using Mongoose.Core.Settings;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Radios;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Tests.Documents;

/// <summary>The tables of keys and options in documents match the declarations.</summary>
public sealed class SettingTableTests
{
    private static string SchemaPath => Path.Combine(Repository.Root(), "config", "scenarios", "scenario.schema.json");

    [Test]
    public void The_keys_of_scenarios() => SettingTable.Check("SCENARIOS.md",
        Table<Scenario>(), Table<LinkSettings>(), Table<LinkWaySettings>(), Table<RateStep>(), Table<DelayStep>(), Table<LinkQueueSettings>(isOwn: true),
        Table<RadioOptions>(), Table<ClampOptions>(), Table<LossSettings>(), Table<LossStepSettings>(isOwn: true), Table<ReorderingSettings>(),
        Table<FlowGroup>(), Table<CircuitOptions>(), Table<ViewerHabits>(), Table<TcpFlowOptions>(), Table<ApplicationSettings>(), Table<GameOptions>(),
        Table<PacketTrain>(), Table<ParticleOptions>(), Table<VoiceOptions>(), Table<DatagramOptions>(), Table<FlowUnion>(), Table<Milestone>(), Table<Band>(),
        Table<MatrixSettings>(), Table<FactorSettings>(), Table<MatrixFigureSettings>());

    [Test]
    public void The_keys_of_queues() => SettingTable.Check("QUEUES.md",
        Table<QueueOptions>(isOwn: true), Table<CodelParameters>(), Table<PieParameters>(), Table<FlowQueueParameters>());

    [Test]
    public void The_options_of_bots() => SettingTable.Check("BOTS.md",
        (nameof(BotCommandLine), SettingTable.Options(new BotCommandLine() with { LibreMetaverse = "" }, BotCommandLine.Section)));

    [Test]
    public void The_schema_for_editors_has_the_same_keys()
    {
        if (Environment.GetEnvironmentVariable("MONGOOSE_WRITE_DOCS") is "1")
            File.WriteAllText(SchemaPath, SchemaCommand.Text);
        Assert.That(File.ReadAllText(SchemaPath), Is.EqualTo(SchemaCommand.Text), "run with MONGOOSE_WRITE_DOCS=1 to rewrite the schema");
    }

    private static (string, IEnumerable<string>) Table<T>(bool isOwn = false) =>
        (typeof(T).Name, SettingTable.Keys(Setting.Initial(typeof(T)), isIni: false, isOwn));
}
