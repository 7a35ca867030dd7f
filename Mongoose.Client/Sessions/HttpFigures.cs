using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Client.Sessions;

/// <summary>A bot's downloads by HTTP.</summary>
/// <param name="Requests">Textures and parts of meshes that were requested.</param>
/// <param name="Answers">Requests whose answer arrived whole.</param>
/// <param name="Failed">Requests that failed for good.</param>
/// <param name="Bytes">Bytes of headers and bodies.</param>
/// <param name="Retries">Retries of failed requests.</param>
/// <param name="Repeats">Requests that were repeated at once, because their connection was closed before their turn.</param>
/// <param name="Timeouts">Answers that did not arrive whole in time, including those of requests that were repeated.</param>
/// <param name="Time">From the first request to the last answer; if some are missing, to the end of the visit.</param>
/// <param name="FirstByte">
/// From writing a request to the first byte of its answer: the count of every bucket of <see cref="DelayHistogram"/>.
/// </param>
internal sealed record HttpFigures(
    long Requests, long Answers, long Failed, long Bytes, long Retries, long Repeats, long Timeouts, Duration Time,
    IReadOnlyList<long> FirstByte);
