namespace Mongoose.Core.Downloads;

/// <summary>A response on a connection of a visitor, as the pacer sees it.</summary>
public interface IDownload
{
    /// <summary>The connection, which carries one response at a time.</summary>
    object Connection { get; }

    /// <summary>Reads the state of the connection's TCP; false if the connection has ended.</summary>
    bool TryRead(out ConnectionState state);

    /// <summary>Whether a piece could be written now without waiting.</summary>
    bool CanWrite { get; }

    /// <summary>Bytes of the present response that are not written yet; zero if there is no response.</summary>
    long RemainingBytes { get; }

    /// <summary>The order in which the present response is served.</summary>
    DownloadOrder Order { get; }

    /// <summary>Writes the next bytes of the response.</summary>
    /// <param name="bytes">At least 1. Headers, and a body that is sent with them, are written whole, even if they are longer.</param>
    /// <returns>The bytes that were written; negative if the connection has failed.</returns>
    int Write(int bytes);

    /// <summary>The pacer gives the connection up, because it has ended or cannot be read: the rest of the response is not paced.</summary>
    void GiveUp();
}

/// <summary>Which responses go first. Responses of one order take turns.</summary>
public enum DownloadOrder
{
    /// <summary>A few kilobytes that the viewer needs before it can ask for more, such as a mesh's header.</summary>
    Short,

    /// <summary>Sounds, animations and the like.</summary>
    Asset,

    /// <summary>Textures and meshes.</summary>
    Bulk,
}
