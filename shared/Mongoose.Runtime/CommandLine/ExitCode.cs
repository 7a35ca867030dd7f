namespace Mongoose.Runtime.CommandLine;

/// <summary>Exit codes of the programs.</summary>
public static class ExitCode
{
    public const int Good = 0;

    /// <summary>A failure occurred while running.</summary>
    public const int Runtime = 1;

    /// <summary>The command line is invalid; nothing was run.</summary>
    public const int Usage = 2;

    /// <summary>A login was refused, or a grid or region did not answer or disconnected.</summary>
    public const int Grid = 3;

    /// <summary>Nothing ever came from any peer of a mixer.</summary>
    public const int NoPeer = 3;

    /// <summary>Everything ran, and a threshold set by the user was crossed.</summary>
    public const int Threshold = 99;

    /// <summary>Stopped by the user; results up to then are written.</summary>
    public const int Interrupted = 105;

    /// <summary>
    /// Stopped at once by the user's second request; results up to then may be missing. Shells call an interrupt 128 + 2.
    /// </summary>
    public const int Aborted = 130;
}
