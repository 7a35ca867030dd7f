namespace Mongoose.Core.Downloads;

/// <summary>The limit of a visitor's downloads.</summary>
public enum DownloadLimit
{
    /// <summary>Nothing: all that is ready has been sent.</summary>
    Nothing,

    /// <summary>The line: a queue shows that it carries no more. Also while the downloads are still finding its rate.</summary>
    Line,

    /// <summary>The line, which other traffic fills too.</summary>
    Competing,

    /// <summary>The line of the simulator's own host, which all visitors share.</summary>
    Uplink,

    /// <summary>The viewer, which reads no faster, or TCP's congestion window, as after a loss.</summary>
    Viewer,
}

/// <summary>The names of limits.</summary>
public static class DownloadLimits
{
    /// <summary>All limits except <see cref="DownloadLimit.Nothing"/>.</summary>
    public static IReadOnlyList<DownloadLimit> All { get; } = Enum.GetValues<DownloadLimit>()
        .Where(limit => limit != DownloadLimit.Nothing).ToArray();

    /// <summary>The name that operators see.</summary>
    public static string Name(this DownloadLimit limit) => limit switch
    {
        DownloadLimit.Nothing => "none",
        DownloadLimit.Line => "line",
        DownloadLimit.Competing => "competing",
        DownloadLimit.Uplink => "uplink",
        _ => "viewer",
    };
}
