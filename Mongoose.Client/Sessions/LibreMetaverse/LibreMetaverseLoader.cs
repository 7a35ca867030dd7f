namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Loads the library once: a process has one of it. After a folder that fails another may follow, but the DLLs that the process has taken
/// from the first stay loaded: the second only gives what those lack, whatever version it holds. Who wants it alone needs a new process.
/// </summary>
/// <param name="prepare">Makes the first use of the library.</param>
internal sealed class LibreMetaverseLoader(Action<LibreMetaverseFolder> prepare)
{
    private readonly object _loading = new();
    private LibreMetaverseFolder? _loaded;

    /// <returns>The folder in use, which is the first that could be loaded.</returns>
    /// <exception cref="EngineException">What is in the folder is not the library, or lacks something.</exception>
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
