using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A real OpenSim whose log is checked for errors while it runs and when it stops.</summary>
internal sealed class CheckedOpenSim
{
    private readonly bool _isErrorAllowed;
    private int _errorsSeen;
    private int _nextUser;

    /// <param name="options">The options to start it with.</param>
    /// <param name="isErrorAllowed">
    /// Whether the log may have errors, as that of a stock OpenSim that is compared with one with the module.
    /// </param>
    public CheckedOpenSim(OpenSimOptions options, bool isErrorAllowed)
    {
        _isErrorAllowed = isErrorAllowed;
        Instance = OpenSimInstance.Start(options);
        TestContext.Progress.WriteLine($"OpenSimulator {options.Bin.Version}: started in {Instance.StartTime}");
    }

    public OpenSimInstance Instance { get; }

    /// <summary>The next account in rotation, so that its last visit has had time to end.</summary>
    public int NextUser() => Interlocked.Increment(ref _nextUser) % Instance.Users + 1;

    /// <summary>The errors that the log has had since this method was called before.</summary>
    public string[] FreshErrors()
    {
        string[] errors = _isErrorAllowed ? [] : Instance.Errors();
        string[] fresh = errors[Math.Min(_errorsSeen, errors.Length)..];
        _errorsSeen = errors.Length;
        return fresh;
    }

    /// <summary>Stops it and deletes its folder.</summary>
    /// <returns>What went wrong meanwhile, and errors that no test has seen.</returns>
    public IReadOnlyList<string> Stop()
    {
        Instance.Stop();
        List<string> faults = [.. FreshErrors()];
        if (!Instance.StoppedCleanly)
            faults.Add("it had to be killed: the command quit did not end it");
        Instance.Dispose();
        if (Directory.Exists(Instance.Folder))
            faults.Add($"{Instance.Folder} was not deleted");
        return faults;
    }
}
