using System.Reflection;

namespace Mongoose.Testbed.Results;

/// <summary>Which build a result is from.</summary>
internal static class ProgramVersion
{
    public static string Text =>
        typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
}
