using System.Text.Json.Serialization;

namespace Mongoose.Client.Results;

/// <summary>
/// Downloads by HTTP of one bot or of all bots of a run; counts are 0 in files of earlier versions. Results have these figures
/// after those without an order, and before those with a higher one.
/// </summary>
internal abstract record HttpTotals
{
    private const int Order = 1;

    /// <summary>The order of properties that results have after these.</summary>
    protected const int Later = Order + 1;

    /// <summary>Textures and parts of meshes that were requested.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpRequests { get; init; }

    /// <summary>Requests whose answer arrived whole.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpAnswers { get; init; }

    /// <summary>Requests that failed for good.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpFailed { get; init; }

    /// <summary>Retries of failed requests.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpRetries { get; init; }

    /// <summary>Requests that were repeated at once, because their connection was closed before their turn.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpRepeats { get; init; }

    /// <summary>Answers that did not arrive whole in time, including those of requests that were repeated.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpTimeouts { get; init; }

    /// <summary>Bytes of headers and bodies.</summary>
    [JsonPropertyOrder(Order)]
    public long HttpBytes { get; init; }

    /// <summary>
    /// A bot's mean rate from its first request to its last answer, or to the end of its visit if answers are missing; of a run, the mean
    /// over the bots that requested anything. NaN without requests.
    /// </summary>
    [JsonPropertyOrder(Order)]
    public double MeanHttpKbps { get; init; } = double.NaN;

    /// <summary>
    /// From writing a request to the first byte of its answer, at most 12.5 % from the exact percentile; NaN if no request succeeded.
    /// </summary>
    [JsonPropertyOrder(Order)]
    public double P50FirstByteMs { get; init; } = double.NaN;

    /// <inheritdoc cref="P50FirstByteMs"/>
    [JsonPropertyOrder(Order)]
    public double P95FirstByteMs { get; init; } = double.NaN;
}
