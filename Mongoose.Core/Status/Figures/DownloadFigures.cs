using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Figures;

/// <summary>A visitor's downloads at one moment, or averaged over a few seconds.</summary>
/// <param name="Connections">Number of connections that have a response or bytes on the way.</param>
/// <param name="Waiting">Number of responses that are ready and not yet sent completely.</param>
/// <param name="Rate">The rate at which they arrive.</param>
/// <param name="Queueing">Time that their packets wait in queues on the line.</param>
/// <param name="Limit">The downloads' limit.</param>
public readonly record struct DownloadFigures(int Connections, int Waiting, DataRate Rate, Duration Queueing, DownloadLimit Limit);
