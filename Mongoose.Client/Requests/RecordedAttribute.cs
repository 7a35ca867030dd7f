namespace Mongoose.Client.Requests;

/// <summary>Results keep the value of this property of a request, and a merge refuses parts in which it differs.</summary>
/// <param name="keys">
/// The key in JSON; if empty, the key in INI files with a small first letter. On an inlined record: the keys of the settings that are kept,
/// separated by spaces.
/// </param>
[AttributeUsage(AttributeTargets.Property, AllowMultiple = true)]
internal sealed class RecordedAttribute(string keys = "") : Attribute
{
    public string[] Keys { get; } = keys.Split(' ');

    /// <summary>Whether all files have the key, including those of the first version.</summary>
    public bool IsRequired { get; init; }

    /// <summary>The value in files without the key; null: zero, none or the empty text.</summary>
    public object? Otherwise { get; init; }

    /// <summary>Whether the parts of a run have different values.</summary>
    public bool IsOfPart { get; init; }
}
