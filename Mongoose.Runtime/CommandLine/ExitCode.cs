namespace Mongoose.Runtime.CommandLine;

/// <summary>What the process returns.</summary>
public static class ExitCode
{
    public const int Good = 0;

    /// <summary>Something failed while running.</summary>
    public const int Runtime = 1;

    /// <summary>The command line is wrong; nothing was run.</summary>
    public const int Usage = 2;

    /// <summary>A login was refused, or a grid or region did not answer or went away.</summary>
    public const int Grid = 3;

    /// <summary>Everything ran, and a threshold of the user's was crossed.</summary>
    public const int Threshold = 99;

    /// <summary>Stopped by the user; what was measured until then is written.</summary>
    public const int Interrupted = 105;
}
