using System.Text.Json;
using Mongoose.Core.Units;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

[Parallelizable(ParallelScope.All)]
public sealed class QueueOptionsTests
{
    private const string Where = "links.bottleneck.down.queue";

    [TestCase("fifo", typeof(Fifo), "262144 bytes", false)]
    [TestCase("pie", typeof(Pie), "1000 packets", false)]
    [TestCase("codel", typeof(Codel), "1000 packets", false)]
    [TestCase("fq_codel", typeof(FqCodel), "10240 packets", true)]
    [TestCase("fq_pie", typeof(FqPie), "10240 packets", false)]
    public void A_name_is_enough_for_a_queue(string name, Type type, string limit, bool ecn)
    {
        QueueOptions options = Read($$"""{"discipline": "{{name}}"}""");
        Assert.That(options, Is.EqualTo(new QueueOptions { Discipline = name }));
        Assert.That(options.Create(), Is.TypeOf(type));
        Assert.That(options.Limit.ToString(), Is.EqualTo(limit));
        Assert.That(options.Ecn, Is.EqualTo(ecn));
    }

    [Test]
    public void Those_are_all_names() =>
        Assert.That(QueueDisciplines.Names, Is.EqualTo(new[] { "fifo", "pie", "codel", "fq_codel", "fq_pie" }));

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

    /// <summary>What every parameter shows can be read again, and is what it was.</summary>
    [Test]
    public void Every_parameter_can_be_written_and_read_back()
    {
        foreach (QueueDisciplineInfo discipline in QueueDisciplines.All)
        {
            QueueOptions options = new() { Discipline = discipline.Name };
            IEnumerable<string> pairs = discipline.Parameters.Where(parameter => parameter.Show(options) != "")
                .Select(parameter => $"\"{parameter.Key}\": {Json(parameter.Show(options))}");
            QueueOptions read = Read($"{{\"discipline\": \"{discipline.Name}\", {string.Join(", ", pairs)}}}");
            Assert.That(discipline.Parameters.Select(p => p.Show(read)), Is.EqualTo(discipline.Parameters.Select(p => p.Show(options))));
        }
    }

    private static string Json(string shown) => char.IsLetter(shown[0]) && shown is not ("true" or "false") ? $"\"{shown}\"" : shown;

    [TestCase("""{"discipline": "red"}""", "there is no queue discipline \"red\"; there are fifo, pie, codel, fq_codel, fq_pie.")]
    [TestCase("""{"discipline": "FIFO"}""", "there is no queue discipline \"FIFO\"; there are fifo, pie, codel, fq_codel, fq_pie.")]
    [TestCase("""{"discipline": 3}""", "discipline is 3; it must be one of fifo, pie, codel, fq_codel, fq_pie.")]
    [TestCase("""{"targetMs": 5}""", "fifo has no parameter \"targetMs\"; it has limitPackets, limitBytes.")]
    [TestCase("""{"discipline": "codel", "targetMs": 0}""", "targetMs is 0; it must be from 0.001 to 10000.")]
    [TestCase("""{"discipline": "codel", "targetMs": "5"}""", "targetMs is \"5\"; it must be from 0.001 to 10000.")]
    [TestCase("""{"discipline": "codel", "ecn": 1}""", "ecn is 1; it must be true or false.")]
    [TestCase("""{"discipline": "codel", "squareRoot": "fast"}""", "squareRoot is \"fast\"; it must be exact or newton.")]
    [TestCase("""{"limitPackets": 0}""", "limitPackets is 0; it must be a whole number from 1 to 1000000.")]
    [TestCase("""{"limitPackets": 1.5}""", "limitPackets is 1.5; it must be a whole number from 1 to 1000000.")]
    [TestCase("""{"limitPackets": 10, "limitBytes": 1000}""", "a queue has one limit, limitPackets or limitBytes.")]
    [TestCase("""{"limitPackets": 10, "limitPackets": 11}""", "limitPackets is there twice.")]
    [TestCase("\"fifo\"", "a queue is an object such as {\"discipline\": \"codel\"}.")]
    public void What_cannot_be_is_refused_in_one_line(string json, string message) => Assert.That(
        () => Read(json), Throws.TypeOf<QueueOptionsException>().With.Message.EqualTo($"{Where}: {message}"));

    [Test]
    public void Options_made_in_code_are_checked_too()
    {
        Refused(new() { Limit = QueueLimit.OfBytes(0) }, "limitBytes is 0");
        Refused(new() { Discipline = "nothing" }, "no queue discipline");
        Refused(new() { Ecn = true }, "fifo cannot mark");
        Refused(new() { Discipline = "pie", Pie = new() { TUpdate = Duration.Zero } }, "tUpdateMs is 0");
        Refused(new() { Discipline = "fq_codel", Flows = new() { QuantumBytes = 1 } }, "quantumBytes is 1");
        Assert.That(() => new QueueOptions { Discipline = "fq_codel", Pie = new() { TUpdate = Duration.Zero } }.Create(), Throws.Nothing,
            "parameters of other disciplines do not matter");

        static void Refused(QueueOptions options, string part) =>
            Assert.That(() => options.Create(), Throws.TypeOf<QueueOptionsException>().With.Message.Contains(part));
    }

    private static QueueOptions Read(string json) => QueueOptions.FromJson(JsonDocument.Parse(json).RootElement, Where);
}
