namespace Mongoose.Server.Access;

/// <summary>Declares a constant of OpenSim whose value the compiler copies into Mongoose, for comparing it with an installation.</summary>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
internal sealed class CompiledInAttribute(Type owner, string name, object value) : Attribute
{
    public Type Owner => owner;

    public string Name => name;

    public object Value => value;
}
