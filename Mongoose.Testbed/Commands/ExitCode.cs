namespace Mongoose.Testbed.Commands;

/// <summary>What the process returns.</summary>
public static class ExitCode
{
    public const int Good = 0;

    /// <summary>Something failed while running.</summary>
    public const int Runtime = 1;

    /// <summary>The command line is wrong; nothing was run.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by the user; what was measured until then is written.</summary>
    public const int Interrupted = 105;
}
