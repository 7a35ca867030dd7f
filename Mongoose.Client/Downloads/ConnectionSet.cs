namespace Mongoose.Client.Downloads;

/// <summary>The connections of one class of downloads, and which of them takes the next request.</summary>
internal sealed class ConnectionSet(ClassHabits habits)
{
    private readonly List<DownloadConnection> _connections = [];

    public IReadOnlyList<DownloadConnection> All => _connections;

    /// <summary>
    /// As curl 7.54 chooses (create_conn in url.c): an idle connection; else a new one while there may be more; else the one with the
    /// fewest requests.
    /// </summary>
    /// <returns>Null if the request has to wait.</returns>
    public DownloadConnection? Choose(Origin origin, Func<Origin, DownloadConnection> connect)
    {
        DownloadConnection? leastBusy = _connections
            .Where(connection => connection.IsOpen && connection.Origin == origin && connection.InFlight.Count < habits.Depth)
            .MinBy(connection => connection.InFlight.Count);
        if (leastBusy is { InFlight.Count: 0 })
            return leastBusy;
        // Makes room by closing a connection to another server.
        if (_connections.Count >= habits.Connections && leastBusy is null
            && _connections.Find(connection => connection is { IsOpen: true, InFlight.Count: 0 }) is { } idle)
        {
            _connections.Remove(idle);
            idle.Close();
        }
        return _connections.Count < habits.Connections ? Add(connect(origin)) : leastBusy;
    }

    public void Remove(DownloadConnection connection) => _connections.Remove(connection);

    public void CloseAll()
    {
        foreach (DownloadConnection connection in _connections)
            connection.Close();
        _connections.Clear();
    }

    private DownloadConnection Add(DownloadConnection connection)
    {
        _connections.Add(connection);
        return connection;
    }
}
