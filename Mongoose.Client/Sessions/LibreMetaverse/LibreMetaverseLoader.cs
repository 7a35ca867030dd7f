namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Loads the library once per process. After a folder that fails, another may be tried, but the DLLs already loaded from the first stay
/// loaded: the second folder only provides the missing ones, whatever version they have. To use the second folder alone, start a new
/// process.
/// </summary>
/// <param name="prepare">Uses the library for the first time.</param>
internal sealed class LibreMetaverseLoader(Action<LibreMetaverseFolder> prepare)
{
    private readonly object _loading = new();
    private LibreMetaverseFolder? _loaded;

    /// <returns>The folder in use, which is the first that could be loaded.</returns>
    /// <exception cref="EngineException">The folder does not contain the library, or a file is missing.</exception>
    public LibreMetaverseFolder Load(LibreMetaverseFolder folder)
    {
        lock (_loading)
        {
            if (_loaded is not null)
                return _loaded;
            folder.Use();
            try
            {
                prepare(folder);
                return _loaded = folder;
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                folder.StopUsing();
                throw new EngineException($"LibreMetaverse in {folder.Directory} cannot be loaded: {exception.Message}", exception);
            }
        }
    }
}
