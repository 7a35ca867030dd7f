using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A stat drawn over the factors of a matrix.</summary>
/// <param name="Spec">How; its series are filled in.</param>
/// <param name="Stat">What.</param>
/// <param name="X">The factor along the first axis.</param>
/// <param name="Y">The factor along the second axis of a contour; null for lines.</param>
/// <param name="By">The factor that a line is drawn for each level of; null for one line.</param>
public sealed record MatrixFigure(FigureSpec Spec, string Stat, string X, string? Y, string? By);
