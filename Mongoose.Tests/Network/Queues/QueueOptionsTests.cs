using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Settings;

namespace Mongoose.Tests.Network.Queues;

public sealed class QueueOptionsTests
{
    private const string Where = "links.bottleneck.down.queue";

    [TestCase("fifo", typeof(Fifo), "262144 bytes", false)]
    [TestCase("pie", typeof(Pie), "1000 packets", false)]
    [TestCase("codel", typeof(Codel), "1000 packets", false)]
    [TestCase("fq_codel", typeof(FqCodel), "10240 packets", true)]
    [TestCase("fq_pie", typeof(FqPie), "10240 packets", false)]
    public void A_name_alone_defines_a_queue(string name, Type type, string limit, bool ecn)
    {
        QueueOptions options = Read($$"""{"discipline": "{{name}}"}""");
        Assert.That(options, Is.EqualTo(new QueueOptions { Discipline = name }));
        Assert.That(options.Create(), Is.TypeOf(type));
        Assert.That(options.Limit.ToString(), Is.EqualTo(limit));
        Assert.That(options.Ecn, Is.EqualTo(ecn));
    }

    [Test]
    public void The_document_has_a_row_for_each_name()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "research", "queues.md"));
        Assert.That(QueueDisciplines.Names.Where(name => !document.Contains($"| `{name}` | [", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Parameters_are_read_by_their_keys()
    {
        QueueOptions codel = Read("""
            {"targetMs": 17.7, "discipline": "codel", "limitPackets": 100, "intervalMs": 112.7, "ecn": true, "squareRoot": "newton"}
            """);
        Assert.That(codel, Is.EqualTo(new QueueOptions
        {
            Discipline = "codel",
            Limit = QueueLimit.OfPackets(100),
            Ecn = true,
            Codel = new()
            {
                Target = Duration.FromMilliseconds(17.7),
                Interval = Duration.FromMilliseconds(112.7),
                SquareRoot = SquareRoot.Newton,
            },
        }));
        QueueOptions pie = Read("""
            {"discipline": "fq_pie", "limitBytes": 5000, "delayEstimator": "dequeueRate", "maxEcnThPercent": 25, "flows": 64}
            """);
        Assert.That(pie.Pie, Is.EqualTo(new PieParameters { DelayEstimator = DelayEstimator.DequeueRate, MaxEcnTh = 0.25 }));
        Assert.That(pie.Flows.Flows, Is.EqualTo(64));
        Assert.That(pie.Limit, Is.EqualTo(QueueLimit.OfBytes(5000)));
    }

    /// <summary>The default of every parameter can be written and read back unchanged.</summary>
    [Test]
    public void Every_parameter_can_be_written_and_read_back()
    {
        foreach (QueueDisciplineInfo discipline in QueueDisciplines.All)
        {
            QueueOptions options = new() { Discipline = discipline.Name };
            Dictionary<string, object> keys = Setting.All(typeof(QueueOptions))
                .Where(setting => setting.Of is not { } kinds || kinds.Contains(discipline.Name))
                .SelectMany(setting => setting.IsInlined
                    ? Setting.Flat(setting.SectionType, setting.Get(options)!) : [(Setting: setting, Value: setting.Get(options))])
                .Where(pair => pair.Value is not null)
                .ToDictionary(pair => pair.Setting.Key, pair => Json(pair.Setting, pair.Value!));
            Assert.That(keys, Has.Count.GreaterThan(1));
            QueueOptions read = QueueOptions.FromJson(JsonSerializer.SerializeToElement(keys), Where);
            Assert.That(read with { Limit = options.Limit, Ecn = options.Ecn },
                Is.EqualTo(options with { Limit = options.Limit, Ecn = options.Ecn }));
        }
    }

    /// <summary>Whether a discipline marks is declared twice: with the key, for documents, and with the discipline.</summary>
    [Test]
    public void Disciplines_that_mark_have_the_key_ecn() =>
        Assert.That(Setting.All(typeof(QueueOptions)).Single(setting => setting.Key == "ecn").Of,
            Is.EquivalentTo(QueueDisciplines.All.Where(discipline => discipline.Marks).Select(discipline => discipline.Name)));

    private static object Json(Setting setting, object value) =>
        setting.IsNumber ? SettingValue.NumberOf(setting, value) : value is bool ? value : SettingValue.Show(setting, value);

    [TestCase("""{"discipline": "red"}""", ".discipline: \"red\": allowed are NAMES")]
    [TestCase("""{"discipline": "FIFO"}""", ".discipline: \"FIFO\": allowed are NAMES; did you mean fifo?")]
    [TestCase("""{"discipline": 3}""", ".discipline: 3: allowed are NAMES")]
    [TestCase("""{"targetMs": 5}""", ".targetMs: unknown key; allowed are discipline, limitBytes, limitPackets")]
    [TestCase("""{"discipline": "codel", "targetMs": 0}""", ".targetMs: 0: allowed are 0.001 to 10000 ms")]
    [TestCase("""{"discipline": "codel", "targetMs": "5"}""", ".targetMs: \"5\": allowed are 0.001 to 10000 ms; omit the quotes: 5")]
    [TestCase("""{"discipline": "codel", "ecn": 1}""", ".ecn: 1: allowed are true and false; write true")]
    [TestCase("""{"discipline": "codel", "squareRoot": "fast"}""", ".squareRoot: \"fast\": allowed are exact, newton")]
    [TestCase("""{"limitPackets": 0}""", ".limitPackets: 0: allowed are 1 to 1000000, whole numbers")]
    [TestCase("""{"limitPackets": 1.5}""", ".limitPackets: 1.5: allowed are 1 to 1000000, whole numbers; write 1 or 2")]
    [TestCase("""{"limitPackets": 10, "limitBytes": 1000}""", ": a queue has one limit, limitPackets or limitBytes")]
    [TestCase("""{"limitPackets": 10, "limitPackets": 11}""", ".limitPackets: occurs more than once")]
    [TestCase("\"fifo\"", ": \"fifo\": an object is allowed here")]
    public void An_invalid_queue_is_refused_in_one_line(string json, string message) => Assert.That(
        () => Read(json), Throws.TypeOf<SettingsException>()
            .With.Message.EqualTo($"{Where}{message}".Replace("NAMES", string.Join(", ", QueueDisciplines.Names))));

    [Test]
    public void Options_created_in_code_are_checked_too()
    {
        Refused(new() { Limit = QueueLimit.OfBytes(0) }, "limitBytes: 0");
        Refused(new() { Discipline = "nothing" }, "discipline: nothing: allowed are fifo");
        Refused(new() { Ecn = true }, "fifo cannot mark");
        Refused(new() { Discipline = "pie", Pie = new() { TUpdate = Duration.Zero } }, "tUpdateMs: 0: allowed");
        Refused(new() { Discipline = "fq_codel", Flows = new() { QuantumBytes = 1 } }, "quantumBytes: 1: allowed");
        Assert.That(() => new QueueOptions { Discipline = "fq_codel", Pie = new() { TUpdate = Duration.Zero } }.Create(), Throws.Nothing,
            "parameters of other disciplines do not matter");

        static void Refused(QueueOptions options, string part) =>
            Assert.That(() => options.Create(), Throws.TypeOf<SettingsException>().With.Message.Contains(part));
    }

    private static QueueOptions Read(string json) => QueueOptions.FromJson(JsonDocument.Parse(json).RootElement, Where);
}
