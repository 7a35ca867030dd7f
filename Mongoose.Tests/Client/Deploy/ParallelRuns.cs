using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>Machines machines for runs of deploy/parallel/run, with a program in place of mongoose-bot.</summary>
[SupportedOSPlatform("linux")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
[Slow("runs of bots over ssh on four machines with daemons of their own")]
public abstract class ParallelRuns
{
    private Machines _machines = null!;

    [OneTimeSetUp]
    public void StartMachines()
    {
        Machines.Require();
        _machines = new Machines(3);
        Bot = StandInBot.Write(_machines.Folder);
    }

    [OneTimeTearDown]
    public void StopMachines() => _machines?.Dispose();

    [TearDown]
    public void Nothing_is_left_on_the_machines()
    {
        foreach (Machine machine in _machines.All)
        {
            Assert.That(() => machine.Processes, Is.Empty.After(5000, 100), machine.Address);
            Assert.That(Directory.GetFileSystemEntries(machine.Temporary), Is.Empty, machine.Address);
        }
    }

    private protected Machines Machines => _machines;

    private protected string Bot { get; private set; } = "";

    private protected IEnumerable<string> Hosts => _machines.All.Select(machine => machine.Address);

    private protected RecipeRun Start(string[] options, params string[] botOptions) =>
        _machines.Run(Hosts, ["--bot", Bot, .. options], botOptions);
}
