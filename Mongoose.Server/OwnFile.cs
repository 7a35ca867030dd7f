using System.Reflection;

namespace Mongoose.Server;

/// <summary>
/// A file of the module, next to Mongoose.Server.dll. Uses no type of Mongoose.Core, because Mongoose.Core.dll may be unreadable.
/// </summary>
internal static class OwnFile
{
    /// <summary>The path of Mongoose.Core.dll if it is there and this user may not read it; otherwise null.</summary>
    public static string? UnreadableCore()
    {
        string path = Path.Combine(Path.GetDirectoryName(Assembly.GetExecutingAssembly().Location) ?? "", "Mongoose.Core.dll");
        try
        {
            File.OpenRead(path).Dispose();
            return null;
        }
        catch (Exception exception)
        {
            return exception is UnauthorizedAccessException ? path : null;
        }
    }
}
