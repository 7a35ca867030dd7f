namespace Mongoose.Core.Status.Page;

/// <summary>The one line for an operator, of a program that finds it without a diagnosis of visitors.</summary>
/// <param name="IsHarmed">Whether something is wrong.</param>
/// <param name="Text">The line.</param>
public sealed record PageHealth(bool IsHarmed, string Text);
