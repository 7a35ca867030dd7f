namespace Mongoose.Core.Status.Incidents;

/// <summary>Something that changed in the minute before an incident. That it was before does not prove that it was the cause.</summary>
/// <param name="Text">One line; "{0}" stands for the visitor.</param>
/// <param name="Avatar">The number of the visitor's avatar; null if the change is of no visitor.</param>
/// <param name="Name">The visitor's name.</param>
public sealed record Change(string Text, int? Avatar = null, string? Name = null)
{
    /// <summary>The line.</summary>
    /// <param name="withName">Whether the reader may see the visitor's name.</param>
    public string Line(bool withName) =>
        Avatar is { } number ? Text.Replace("{0}", withName ? Name : $"Visitor {number}", StringComparison.Ordinal) : Text;
}
