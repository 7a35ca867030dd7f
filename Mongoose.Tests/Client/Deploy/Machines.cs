using System.Net;
using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>
/// Machines for a run, each with an address and a line of its own, and the hub to which the lines lead. The grid and the controller of the
/// run are in the hub. All share this host's files and processes, but have different folders for temporary files.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class Machines : IDisposable
{
    private readonly TemporaryDirectory _folder = new();
    private readonly List<Machine> _all = [];
    private int _runs;

    public Machines(int count)
    {
        try
        {
            foreach (string key in (string[])[HostKey, Key])
                Outside.Run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key);
            File.WriteAllText(Path.Combine(Folder, "known_hosts"), $"* {File.ReadAllText(HostKey + ".pub")}");
            File.WriteAllText(Path.Combine(Folder, "ssh_config"), $"""
                User {Environment.UserName}
                IdentityFile {Key}
                IdentitiesOnly yes
                UserKnownHostsFile {Folder}/known_hosts
                """);
            Outside.Run("ip", "-n", Hub.Name, "addr", "add", $"{HubAddress}/32", "dev", "lo");
            for (int number = 1; number <= count; number++)
                _all.Add(new Machine(this, number));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The address of the hub for all machines.</summary>
    public static IPAddress HubAddress { get; } = IPAddress.Parse("10.77.0.1");

    /// <summary>An address that no machine has.</summary>
    public static string Unreachable => "10.77.200.2";

    public NetworkNamespace Hub { get; } = NetworkNamespace.Create("hub");

    public Machine this[int index] => _all[index];

    public IReadOnlyList<Machine> All => _all;

    public string Folder => _folder.Path;

    public string HostKey => Path.Combine(Folder, "host_key");

    public string Key => Path.Combine(Folder, "key");

    /// <summary>Starts deploy/parallel/run in the hub.</summary>
    /// <param name="hosts">The lines of the file of hosts.</param>
    /// <param name="options">The script's options, except hosts, folder of results, and ssh.</param>
    public RecipeRun Run(IEnumerable<string> hosts, string[] options, params string[] botOptions) => Run([], hosts, options, botOptions);

    /// <summary>The same with a program, such as <see cref="RecipeRun.Piped"/>, that starts the script in the hub.</summary>
    public RecipeRun Run(string[] starter, IEnumerable<string> hosts, string[] options, string[] botOptions)
    {
        string name = Path.Combine(Folder, $"run{++_runs}");
        File.WriteAllLines($"{name}.hosts", hosts);
        return new RecipeRun("parallel", name, ["ip", "netns", "exec", Hub.Name, .. starter],
            ["--hosts", $"{name}.hosts", "--ssh", $"ssh -F {Folder}/ssh_config", "--start-in", "2", .. options, "--", .. botOptions]);
    }

    /// <summary>Skips the test if this host cannot have them.</summary>
    public static void Require()
    {
        HostProgram.SkipWithout("sshd", "ssh", "ssh-keygen", "parallel", "ip", "tc", "bash", "env", "kill", "setsid");
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            Assert.Ignore("network namespaces need Linux and root");
    }

    public void Dispose()
    {
        foreach (Machine machine in _all)
            machine.Dispose();
        Hub.Dispose();
        _folder.Dispose();
    }
}
