namespace Mongoose.Server.Regions;

/// <summary>Mongoose's UDP servers, one for each region of this process that Mongoose serves.</summary>
internal static class RunningServers
{
    private static readonly object Gate = new();
    private static MongooseUdpServer[] _all = [];

    /// <summary>A snapshot, in the order in which the servers started.</summary>
    public static IReadOnlyList<MongooseUdpServer> All => Volatile.Read(ref _all);

    public static void Add(MongooseUdpServer server)
    {
        lock (Gate)
            _all = [.. _all, server];
    }

    public static void Remove(MongooseUdpServer server)
    {
        lock (Gate)
            _all = _all.Where(other => other != server).ToArray();
    }
}
