namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>Calls of the library that are not awaited: their exceptions must not get lost, or a session would wait forever.</summary>
internal static class LibraryCalls
{
    /// <returns>Whether the call reported success; false if it throws.</returns>
    public static async Task<bool> Succeeds(Func<Task<bool>> call)
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
