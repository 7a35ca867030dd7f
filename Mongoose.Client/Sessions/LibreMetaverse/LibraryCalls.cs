namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Turns an exception of a library call into false. The session's tasks are not awaited, so an exception would end one of them before it
/// reports, and the session would wait forever.
/// </summary>
internal static class LibraryCalls
{
    /// <returns>Whether the call reported success; false if it throws.</returns>
    public static async Task<bool> SucceedsAsync(Func<Task<bool>> call)
    {
        try
        {
            return await call().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return false;
        }
    }
}
