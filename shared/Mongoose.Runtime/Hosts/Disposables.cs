namespace Mongoose.Runtime.Hosts;

/// <summary>Helps with objects that must be disposed of.</summary>
public static class Disposables
{
    /// <summary>Prepares an object and returns it. If the preparation fails, the object is disposed of.</summary>
    public static T Prepared<T>(this T made, Action<T> prepare)
        where T : IDisposable
    {
        try
        {
            prepare(made);
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }
}
