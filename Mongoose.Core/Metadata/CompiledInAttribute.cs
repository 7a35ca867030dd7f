namespace Mongoose.Core.Metadata;

/// <summary>Declares a constant of another's assembly whose value the compiler copies into ours, for comparing it with an installation.</summary>
/// <param name="owner">The type that has it.</param>
/// <param name="name">Its name there.</param>
/// <param name="value">The value that was copied.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class CompiledInAttribute(Type owner, string name, object value) : Attribute
{
    public Type Owner => owner;

    public string Name => name;

    public object Value => value;
}
