namespace Mongoose.Tests.Testbed.Commands;

/// <summary>Programs of the host that tests use to start other programs.</summary>
internal static class Programs
{
    public static void SkipWithout(string program)
    {
        string[] path = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':');
        if (!path.Any(directory => File.Exists(Path.Combine(directory, program))))
            Assert.Ignore($"no {program} on this host");
    }
}
