using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>A machine of <see cref="Machines"/>: a network namespace with an address, a line to the hub, and an sshd.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Machine : IDisposable
{
    private const string Rate = "20mbit";

    private readonly NetworkNamespace _hub;
    private readonly NetworkNamespace _here = NetworkNamespace.Create("machine");
    private readonly string _folder, _line;
    private Process? _sshd;

    /// <param name="machines">All of them.</param>
    /// <param name="number">Its number, from 1.</param>
    public Machine(Machines machines, int number)
    {
        _hub = machines.Hub;
        _line = $"line{number}";
        Address = $"10.77.{number}.2";
        _folder = Directory.CreateDirectory(Path.Combine(machines.Folder, $"machine{number}")).FullName;
        Directory.CreateDirectory(Temporary);
        try
        {
            Start(machines, number);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private void Start(Machines machines, int number)
    {
        Outside.Run("ip", "link", "add", "eth0", "netns", _here.Name, "type", "veth", "peer", "name", _line, "netns", _hub.Name);
        Configure(_here, "eth0", Address);
        Configure(_hub, _line, $"10.77.{number}.1");
        Outside.Run("ip", "-n", _here.Name, "route", "add", "default", "via", $"10.77.{number}.1");
        // sshd writes no file, but wants the folder in which it shuts its unprivileged part.
        Directory.CreateDirectory("/run/sshd");
        string settings = Path.Combine(_folder, "sshd_config");
        File.WriteAllText(settings, $"""
            ListenAddress {Address}
            HostKey {machines.HostKey}
            AuthorizedKeysFile {machines.Key}.pub
            PermitRootLogin prohibit-password
            StrictModes no
            UsePAM no
            PidFile none
            SetEnv TMPDIR={Temporary} PATH={_folder}:{Environment.GetEnvironmentVariable("PATH")}
            """);
        // Else the bots would ignore interrupts if the tests do.
        _sshd = Process.Start("env", ["--default-signal=INT", "ip", "netns", "exec", _here.Name, "/usr/sbin/sshd", "-D", "-E",
            Path.Combine(_folder, "sshd.log"), "-f", settings]);
    }

    public string Address { get; }

    /// <summary>Where its programs keep temporary files.</summary>
    public string Temporary => Path.Combine(_folder, "tmp");

    /// <summary>What runs on it except the sshd: sessions and their programs.</summary>
    public IReadOnlyList<int> Processes => Everything.Where(process => process != _sshd?.Id).ToArray();

    private IEnumerable<int> Everything => Outside.Run("ip", "netns", "pids", _here.Name).Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(line => int.Parse(line, CultureInfo.InvariantCulture));

    /// <summary>The process of a part of a run.</summary>
    public int Bot(int part) => int.Parse(
        File.ReadAllText(Directory.GetFiles(Temporary, $"{part}.pid", SearchOption.AllDirectories).Single()), CultureInfo.InvariantCulture);

    /// <summary>Sets its clock ahead, as far as the program "date" shows it.</summary>
    public void SetClock(double seconds)
    {
        string date = Path.Combine(_folder, "date");
        File.WriteAllText(date, string.Create(CultureInfo.InvariantCulture, $"#!/bin/sh\nexec /bin/date -d '{seconds} seconds' \"$@\"\n"));
        File.SetUnixFileMode(date, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    public void SetLine(bool isUp) => Outside.Run("ip", "-n", _hub.Name, "link", "set", _line, isUp ? "up" : "down");

    /// <summary>Ends all of it at once: nothing on the line, no process.</summary>
    public void Die()
    {
        Outside.Try("ip", "-n", _hub.Name, "link", "set", _line, "down");
        foreach (int process in Everything)
            Outside.Try("kill", "-KILL", $"{process}");
    }

    public void Dispose()
    {
        Die();
        _sshd?.WaitForExit(TimeSpan.FromSeconds(30));
        _sshd?.Dispose();
        _here.Dispose();
    }

    private static void Configure(NetworkNamespace place, string device, string address)
    {
        Outside.Run("ip", "-n", place.Name, "addr", "add", $"{address}/24", "dev", device);
        Outside.Run("ip", "-n", place.Name, "link", "set", device, "up");
        Outside.Run("tc", "-n", place.Name, "qdisc", "add", "dev", device, "root", "tbf", "rate", Rate, "burst", "64kb",
            "latency", "100ms");
    }
}
