using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>A visitor's circuit on the status page.</summary>
/// <param name="Figures">The figures of the last ten seconds.</param>
/// <param name="Age">How long the circuit has been open.</param>
/// <param name="Cause">What holds the visitor back; null for nothing.</param>
/// <param name="Harm">How much the visitor suffers, from 0 to 1.</param>
/// <param name="Advice">What it is and what helps; null if nothing holds the visitor back.</param>
/// <param name="Limits">The seconds of the circuit by limit.</param>
/// <param name="History">The last ten minutes, under their keys.</param>
public sealed record PageVisitor(
    CircuitFigures Figures, Duration Age, Cause? Cause, double Harm, string? Advice, LimitCounts Limits,
    IReadOnlyList<(string Key, Series Series)> History);
