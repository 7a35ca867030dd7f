using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>
/// How a viewer downloads. The defaults are those of the Second Life viewer, and of Firestorm with its default HttpPipelining.
/// </summary>
public sealed record DownloadHabits
{
    /// <summary>Requests written on one connection before the first is answered (PIPELINING_DEPTH in llappcorehttp.cpp).</summary>
    private const int Depth = 5;

    /// <summary>
    /// With pipelining, viewers double the time that a request may take (HttpOpRequest::prepareRequest in _httpoprequest.cpp).
    /// </summary>
    private const int PipeliningFactor = 2;

    /// <summary>HTTP_REQUEST_TIMEOUT_DEFAULT in _httpinternal.h.</summary>
    private static readonly Duration UsualTimeout = Duration.FromSeconds(30 * PipeliningFactor);

    /// <summary>The class AP_TEXTURE of llappcorehttp.cpp.</summary>
    public ClassHabits Textures { get; init; } = new(Connections: 8, Depth, UsualTimeout);

    /// <summary>The class AP_MESH2; its timeout is SMALL_MESH_XFER_TIMEOUT in llmeshrepository.cpp.</summary>
    public ClassHabits Meshes { get; init; } = new(Connections: 8, Depth, Duration.FromSeconds(120 * PipeliningFactor));

    /// <summary>The class AP_LARGE_MESH, without pipelining; its timeout is LARGE_MESH_XFER_TIMEOUT.</summary>
    public ClassHabits LargeMeshes { get; init; } = new(Connections: 2, Depth: 1, Duration.FromSeconds(600));

    /// <summary>Firestorm's class for ViewerAsset.</summary>
    public ClassHabits Assets { get; init; } = new(Connections: 12, Depth, UsualTimeout);

    public RetryHabits Retries { get; init; } = new();

    public ClassHabits Of(DownloadClass kind) => kind switch
    {
        DownloadClass.Texture => Textures,
        DownloadClass.Mesh => Meshes,
        DownloadClass.LargeMesh => LargeMeshes,
        DownloadClass.Asset => Assets,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };
}

/// <summary>How a viewer downloads one class.</summary>
/// <param name="Connections">Maximum number of connections, at least 1.</param>
/// <param name="Depth">Requests on one connection before the first is answered, at least 1; 1 means no pipelining.</param>
/// <param name="Timeout">
/// The time from the moment when a connection gets a request to the end of the answer, including earlier answers on the connection.
/// </param>
/// <param name="HighWater">Maximum number of requests in the HTTP library (HTTP_PIPE_REQUESTS_HIGH_WATER in lltexturefetch.cpp).</param>
/// <param name="LowWater">
/// At the high water, the viewer stops adding requests; it continues when this number is left (HTTP_PIPE_REQUESTS_LOW_WATER).
/// </param>
public sealed record ClassHabits(int Connections, int Depth, Duration Timeout, int HighWater = 100, int LowWater = 50);
