namespace Mongoose.Core.Metadata;

/// <summary>
/// Declares a constant of a third-party assembly whose value the compiler copies into this assembly, so that it can be compared with the
/// installed version.
/// </summary>
/// <param name="owner">The type that declares the constant.</param>
/// <param name="name">The name of the constant.</param>
/// <param name="value">The copied value.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class CompiledInAttribute(Type owner, string name, object value) : Attribute
{
    public Type Owner => owner;

    public string Name => name;

    public object Value => value;
}
