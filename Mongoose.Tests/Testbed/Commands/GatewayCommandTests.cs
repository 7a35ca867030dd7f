using System.Runtime.Versioning;
using Mongoose.Network.Queues;
using Mongoose.Tests.Network.Tun;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "gateway", tested with real processes.</summary>
[Category("Process")]
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable]
public sealed class GatewayCommandTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public async Task It_prints_instructions_and_leaves_nothing_behind(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using TestbedProcess gateway = new(Path.GetTempPath(), "gateway", "--up", "800k", "--queue", "codel", "--seconds", "0.5");
        int process = gateway.Id;
        (int code, string output, string[] errors) = await gateway.Finish(deadline);
        Assert.That((code, errors), Is.EqualTo((0, Array.Empty<string>())));
        string[] lines = output.Split('\n');
        Assert.That(lines[0], Is.EqualTo("codel, 1000 packets; down 12 Mbit/s, up 800 kbit/s, base RTT 40 ms"));
        Assert.That(lines, Has.Some.Match($@"^To run a program at home \(198\.18\.0\.2\):  nsenter --net=/run/netns/mongoose-{process}-\d+-\d+-client PROGRAM$"));
        Assert.That(NamespaceFiles.Of(process), Is.Empty);
    }

    [Test, CancelAfter(Deadline)]
    public async Task An_interrupt_ends_it_with_exit_code_0(CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        using TestbedProcess gateway = new(Path.GetTempPath(), "gateway");
        int process = gateway.Id;
        while (NamespaceFiles.Of(process).Length < 2)
            await Task.Delay(50, deadline);
        gateway.Stop();
        Assert.That((await gateway.Finish(deadline)).Code, Is.Zero);
        Assert.That(NamespaceFiles.Of(process), Is.Empty);
    }

    [TestCase("--down", "12", "--down 12: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--up", "7k", "--up 7k: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--down", "2000M", "--down 2000M: allowed are rates such as 12M or 800k, 8k to 1000M")]
    [TestCase("--queue", "red", "--queue.discipline: red: allowed are NAMES")]
    [TestCase("--queue", "{\"discipline\": \"pie\", \"limitPackets\": 0}", "--queue.limitPackets: 0: allowed are 1 to 1000000, whole numbers")]
    [TestCase("--queue", "{", "--queue: {: is not JSON")]
    [TestCase("--clamp", "7k", "--clamp: 7k: allowed are off, auto, rates such as 19M or 800k (8k to 1000M), and JSON objects")]
    [TestCase("--clamp", "{\"auto\": true, \"margin\": 9}", "--clamp.margin: 9: allowed are 0.1 to 4")]
    [TestCase("--rtt", "-1", "--rtt -1: allowed are 0 to 10000 ms")]
    [CancelAfter(Deadline)]
    public async Task An_invalid_value_is_reported_in_one_line_with_exit_code_2(string option, string value, string message, CancellationToken deadline)
    {
        (int code, _, string[] errors) = await TestbedProcess.Run(Path.GetTempPath(), deadline, "gateway", option, value);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors[0], Is.EqualTo($"mongoose-testbed: {message.Replace("NAMES", string.Join(", ", QueueDisciplines.Names))}"));
    }
}
