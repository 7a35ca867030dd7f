using System.Collections.Concurrent;
using Mongoose.Core.Lines;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Opens a circuit for each new client and closes it when the client leaves. OpenSim announces neither, so the clients are polled. All
/// members except <see cref="Find"/> are called on the sender's thread.
/// </summary>
internal sealed class CircuitRegistry(RegionContext context, RegionSender<ClientCircuit> sender, Action wake)
{
    /// <summary>
    /// Interval between full comparisons while the number of clients stays the same: one client may have left when another one arrived.
    /// </summary>
    private static readonly Duration FullInterval = Duration.FromMilliseconds(200);

    private readonly ConcurrentDictionary<LLUDPClient, ClientCircuit> _circuits = new();
    private readonly HashSet<LLUDPClient> _present = [];
    private Action<IClientAPI>? _onClient;
    private Instant _now, _nextFull;
    private int _clients;

    /// <summary>Compares the circuits with OpenSim's clients.</summary>
    public void Refresh(Instant now)
    {
        int clients = context.Server.Scene.GetNumberOfClients();
        if (clients == _clients && now < _nextFull)
            return;
        (_now, _clients, _nextFull) = (now, clients, now + FullInterval);
        _present.Clear();
        context.Server.Scene.ForEachClient(_onClient ??= OnClient);
        foreach ((LLUDPClient client, _) in _circuits)
        {
            if (!_present.Contains(client))
                Close(client);
        }
    }

    /// <summary>The circuit of a client; null if none is open. Thread-safe.</summary>
    public ClientCircuit? Find(LLUDPClient client) => _circuits.GetValueOrDefault(client);

    /// <summary>Closes all circuits when the region is removed.</summary>
    public void CloseAll()
    {
        foreach ((LLUDPClient client, _) in _circuits)
            Close(client);
    }

    private void OnClient(IClientAPI client)
    {
        if (client is not LLClientView view || !view.UDPClient.IsConnected)
            return;
        try
        {
            if (!_circuits.ContainsKey(view.UDPClient))
                Open(view);
            _present.Add(view.UDPClient);
        }
        catch (Exception exception)
        {
            context.Report(view, "the circuit of", exception);
        }
    }

    private void Open(LLClientView view)
    {
        ClientCircuit circuit = new(context, view, wake);
        circuit.Open(sender.Open(circuit, _now, LineOf(view)));
        _circuits[view.UDPClient] = circuit;
    }

    private VisitorLine? LineOf(LLClientView view) => context.Settings.Sending.PathControl is { } control
        ? context.Lines.GetOrAdd((view.AgentId.ToString(), view.UDPClient.RemoteEndPoint.Address), control, _now)
        : null;

    private void Close(LLUDPClient client)
    {
        if (!_circuits.TryRemove(client, out ClientCircuit? circuit))
            return;
        circuit.Close();
        sender.Close(circuit.Sender!);
    }
}
