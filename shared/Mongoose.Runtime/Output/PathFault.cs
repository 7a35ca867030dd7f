namespace Mongoose.Runtime.Output;

/// <summary>Failures of files and folders.</summary>
public static class PathFault
{
    /// <summary>
    /// Whether a path cannot be used, for a reason to report to the user: it does not exist, is a folder, is too long, has invalid
    /// characters, is not permitted, or the disk is full or fails.
    /// </summary>
    public static bool Is(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;

    /// <summary>The result of a function; null if it fails because a path cannot be used.</summary>
    public static T? OrNull<T>(Func<T> use)
        where T : class
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (Is(exception))
        {
            return null;
        }
    }

    /// <summary>The result of a function. If it fails because a path cannot be used, the caller's exception says so.</summary>
    public static T OrThrow<T>(Func<T> use, Func<Exception, Exception> fault)
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (Is(exception))
        {
            throw fault(exception);
        }
    }

    /// <inheritdoc cref="OrThrow{T}"/>
    public static void OrThrow(Action use, Func<Exception, Exception> fault) => OrThrow(() =>
    {
        use();
        return true;
    }, fault);
}
