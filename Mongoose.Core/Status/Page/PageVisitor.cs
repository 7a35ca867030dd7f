using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>A visitor's circuit on the status page.</summary>
/// <param name="Figures">The figures of the last ten seconds, with losses of the last minute.</param>
/// <param name="Age">How long the circuit has been open.</param>
/// <param name="Used">The rate sent, in kbit/s.</param>
/// <param name="PathDelay">Time that packets wait on the path, in milliseconds.</param>
/// <param name="RegionDelay">99th percentile of the time that packets waited in the region, in milliseconds.</param>
public sealed record PageVisitor(CircuitFigures Figures, Duration Age, Series Used, Series PathDelay, Series RegionDelay);
