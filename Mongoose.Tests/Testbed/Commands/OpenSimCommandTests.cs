using System.Net;
using System.Net.Sockets;
using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>The verb "opensim", tested with real processes.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class OpenSimCommandTests : InTemporaryDirectory
{
    private const int Deadline = 300_000;

    [Test, CancelAfter(Deadline)]
    public async Task A_directory_without_an_OpenSimulator_is_reported_in_one_line(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, "opensim", "--bin", Folder);
        Assert.That((code, output), Is.EqualTo((2, "")));
        Assert.That(errors.Single(), Does.StartWith($"mongoose-testbed: {Folder} is not the bin/ of an OpenSimulator")
            .And.Contain("OpenSim.dll is missing").And.Contain("--bin").And.Not.Contain("did you mean"));
    }

    [Test, CancelAfter(Deadline), Category("OpenSim")]
    public async Task For_the_folder_above_bin_the_message_suggests_bin(CancellationToken deadline)
    {
        string bin = InstalledOpenSim.FindOrSkip().Directory, above = Path.GetDirectoryName(bin)!;
        Assume.That(Path.GetFileName(bin), Is.EqualTo("bin"));
        (int code, _, string[] errors) = await ProgramProcess.Run(Folder, deadline, "opensim", "--bin", above);
        Assert.That(code, Is.EqualTo(2));
        Assert.That(errors.Single(), Does.Contain($"did you mean {bin}?"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task A_given_directory_without_the_module_is_reported_in_one_line(CancellationToken deadline)
    {
        (int code, string output, string[] errors) = await ProgramProcess.Run(Folder, deadline, "opensim", "--module", Folder);
        Assert.That((code, output), Is.EqualTo((2, "")));
        Assert.That(errors.Single(), Is.EqualTo($"mongoose-testbed: {Folder} does not contain the module: Mongoose.Server.dll is missing"));
    }

    [Test, CancelAfter(Deadline), Category("OpenSim")]
    public async Task A_port_in_use_is_reported_in_one_line(CancellationToken deadline)
    {
        using UdpClient taken = new(new IPEndPoint(IPAddress.Loopback, 0));
        int port = ((IPEndPoint)taken.Client.LocalEndPoint!).Port;
        (int code, _, string[] errors) = await ProgramProcess.Run(Folder, deadline,
            "opensim", "--bin", InstalledOpenSim.FindOrSkip().Directory, "--port", $"{port}");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(errors.Single(), Is.EqualTo($"mongoose-testbed: UDP port {port} is in use"));
    }

    [Test, CancelAfter(Deadline), Category("OpenSim"), Platform("Linux")]
    public async Task An_interrupt_leaves_no_simulator_running(CancellationToken deadline)
    {
        OpenSimBin bin = InstalledOpenSim.FindOrSkip();
        int port;
        using (UdpClient free = new(new IPEndPoint(IPAddress.Loopback, 0)))
            port = ((IPEndPoint)free.Client.LocalEndPoint!).Port;
        using ProgramProcess process =
            new(Folder, "opensim", "--bin", bin.Directory, "--port", $"{port}", "--seconds", "3600", "--json", "-");
        await process.WaitForError("demo, 1.5 Mbit/s: ", deadline);
        process.Stop();
        (int code, string output, string[] errors) = await process.Finish(deadline);
        Assert.That((code, output), Is.EqualTo((105, "")));
        Assert.That(errors, Has.Some.StartsWith("Interrupted before anything was measured"));
        using UdpClient region = new(new IPEndPoint(IPAddress.Loopback, port));
        using TcpListener http = new(IPAddress.Loopback, port);
        Assert.That(http.Start, Throws.Nothing);
    }
}
