namespace Mongoose.Runtime.Output;

/// <summary>Failures of files and folders.</summary>
public static class PathFault
{
    /// <summary>
    /// Whether a path cannot be used, for a reason that is for the user: it does not exist, is a folder, is too long, has invalid
    /// characters, is not permitted, or the disk is full or fails.
    /// </summary>
    public static bool Is(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;
}
