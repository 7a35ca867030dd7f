using System.Diagnostics;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The rules of deploy/parallel/on-host.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class OnHostTests
{
    [Test]
    public void A_process_that_has_the_number_of_a_bot_that_ended_is_left_alone()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Ignore("the script is for Linux");
        HostProgram.SkipWithout("sh", "sleep", "tar");
        using TemporaryDirectory folder = new();
        string script = Path.Combine(folder.Path, "on-host");
        File.Copy(Path.Combine(Repository.Root(), "deploy", "parallel", "on-host"), script);
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(folder.Path, "results")).FullName, "part-0.json"), "{}");
        using Process other = Process.Start(new ProcessStartInfo("sleep", ["300"]) { WorkingDirectory = "/" })!;
        try
        {
            File.WriteAllText(Path.Combine(folder.Path, "0.pid"), $"{other.Id}");
            Outside.Run("sh", script, "stop", "KILL");
            Assert.That(Outside.Run("sh", "-c", $"sh {script} finish | tar -t"), Does.Contain("./part-0.json\n"));
            Assert.That(other.HasExited, Is.False);
        }
        finally
        {
            other.Kill();
            other.WaitForExit();
        }
    }
}
