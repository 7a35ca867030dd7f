using System;

namespace Mono.Addins;

[AttributeUsage(AttributeTargets.Assembly)]
public class AddinAttribute : Attribute
{
    public AddinAttribute(string id, string version) => throw null;
}

[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public class AddinDependencyAttribute : Attribute
{
    public AddinDependencyAttribute(string id, string version) => throw null;
}

[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public class ExtensionAttribute : Attribute
{
    public ExtensionAttribute() => throw null;

    public string Path { get => throw null; set => throw null; }

    public string NodeName { get => throw null; set => throw null; }

    public string Id { get => throw null; set => throw null; }
}
