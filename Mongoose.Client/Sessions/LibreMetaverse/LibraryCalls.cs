namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>Calls of the library that nobody waits for: what they throw must not get lost, or a session would wait for ever.</summary>
internal static class LibraryCalls
{
    /// <returns>Whether it said so; false, whatever it throws.</returns>
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
