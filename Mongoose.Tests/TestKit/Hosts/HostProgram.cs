using System.Diagnostics;

namespace Mongoose.TestKit.Hosts;

/// <summary>A program of the host. A test that needs one is skipped where it is missing, with the command that installs it.</summary>
internal sealed record HostProgram(string Path)
{
    /// <summary>The programs that tests start, each with the packages of Debian that have it.</summary>
    private static readonly Dictionary<string, string> Packages = new()
    {
        ["bash"] = "bash",
        ["c++"] = "g++",
        ["cc"] = "gcc libc6-dev",
        ["chromium"] = "chromium",
        ["cmake"] = "cmake",
        ["ctest"] = "cmake",
        ["env"] = "coreutils",
        ["ffmpeg"] = "ffmpeg",
        ["gst-launch-1.0"] = "gstreamer1.0-tools gstreamer1.0-plugins-good",
        ["ip"] = "iproute2",
        ["kill"] = "procps",
        ["mount"] = "mount",
        ["nsenter"] = "util-linux",
        ["parallel"] = "parallel",
        ["prometheus"] = "prometheus",
        ["promtool"] = "prometheus",
        ["python3"] = "python3",
        ["setpriv"] = "util-linux",
        ["setsid"] = "util-linux",
        ["sh"] = "dash",
        ["shellcheck"] = "shellcheck",
        ["sleep"] = "coreutils",
        ["sox"] = "sox",
        ["ssh"] = "openssh-client",
        ["ssh-keygen"] = "openssh-client",
        ["sshd"] = "openssh-server",
        ["tar"] = "tar",
        ["tc"] = "iproute2",
        ["timeout"] = "coreutils",
        ["unshare"] = "util-linux",
    };

    /// <summary>Where programs are: administrators' programs need not be on the path of other users.</summary>
    private static readonly string[] Folders =
        [.. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(System.IO.Path.PathSeparator), "/usr/sbin", "/sbin"];

    /// <summary>The host's dotnet: the one that runs the tests, if it says so.</summary>
    public static string Dotnet => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    /// <summary>True if the packages of the program are known, so that a test that needs it can say what to install.</summary>
    public static bool IsKnown(string program) => Packages.ContainsKey(program);

    /// <summary>Finds a program; if it is missing, the test is skipped.</summary>
    /// <param name="program">Its name; its packages are in the table above.</param>
    /// <param name="others">Programs that serve as well.</param>
    public static HostProgram FindOrSkip(string program, params string[] others)
    {
        string? path = others.Prepend(program).Select(Find).FirstOrDefault(found => found is not null);
        if (path is null)
            SkipWithout(program);
        return new HostProgram(path!);
    }

    /// <summary>Skips the test if one of the programs is missing.</summary>
    public static void SkipWithout(params string[] programs)
    {
        string[] missing = [.. programs.Where(program => Find(program) is null)];
        if (missing.Length > 0)
            Assert.Ignore(HowToInstall(missing));
    }

    /// <summary>Names programs that are missing, and the command that installs them.</summary>
    public static string HowToInstall(params string[] missing) =>
        $"no {string.Join(", ", missing)}: apt install {string.Join(' ', missing.Select(program => Packages[program]).Distinct())}";

    /// <summary>Runs the program and waits until it has exited successfully.</summary>
    /// <returns>The output of the program.</returns>
    public async Task<string> Run(CancellationToken deadline, params string[] arguments)
    {
        ProcessStartInfo start = new(Path, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(deadline);
            string said = await process.StandardError.ReadToEndAsync(deadline) + await output;
            await process.WaitForExitAsync(deadline);
            Assert.That(process.ExitCode, Is.Zero, $"{Path} {string.Join(' ', arguments)}\n{said}");
            return said;
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }

    private static string? Find(string program) =>
        Folders.Select(folder => System.IO.Path.Combine(folder, program)).FirstOrDefault(File.Exists);
}
