using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>The region's circuits: who has come and who has gone is found by asking OpenSim. On the loop's thread, but for <see cref="Present"/>.</summary>
internal sealed class CircuitRoll
{
    /// <summary>While their number stays the same, clients are asked for by name this often: one may have come when another went.</summary>
    private static readonly Duration FullInterval = Duration.FromMilliseconds(200);

    private readonly MongooseUdpServer _server;
    private readonly SceneShaper _scene;
    private readonly Dictionary<LLUDPClient, CircuitOutbound> _circuits = [];
    private readonly List<CircuitOutbound> _come = [], _gone = [];
    private readonly Action<IClientAPI> _meet;
    private CircuitOutbound[] _present = [];
    private Instant _now, _nextFull;
    private int _clients;
    private long _calls;

    public CircuitRoll(MongooseUdpServer server, SceneShaper scene)
    {
        _server = server;
        _scene = scene;
        _meet = Meet;
    }

    /// <summary>The circuits as of the last call at which one came or went. May be read by any thread.</summary>
    public CircuitOutbound[] Present => Volatile.Read(ref _present);

    public void Call(Instant now)
    {
        int clients = _server.Scene.GetNumberOfClients();
        if (clients == _clients && now < _nextFull)
            return;
        (_now, _clients, _nextFull) = (now, clients, now + FullInterval);
        _calls++;
        _server.Scene.ForEachClient(_meet);
        // In this order: one that has come may be the same avatar's, with the name and the address of one that is gone.
        RemoveGone();
        RegisterCome();
    }

    private void Meet(IClientAPI client)
    {
        if (client is not LLClientView view || !view.UDPClient.IsConnected)
            return;
        try
        {
            CircuitOf(view).LastRollCall = _calls;
        }
        catch (Exception exception)
        {
            _server.Loop.Report(view, "the circuit of", exception);
        }
    }

    private CircuitOutbound CircuitOf(LLClientView view)
    {
        if (!_circuits.TryGetValue(view.UDPClient, out CircuitOutbound? circuit))
        {
            circuit = new CircuitOutbound(_server, view, _scene, _now);
            _circuits.Add(view.UDPClient, circuit);
            _come.Add(circuit);
        }
        return circuit;
    }

    private void RemoveGone()
    {
        _gone.Clear();
        foreach (CircuitOutbound circuit in _circuits.Values)
        {
            if (circuit.LastRollCall != _calls)
                _gone.Add(circuit);
        }
        foreach (CircuitOutbound circuit in _gone)
        {
            circuit.Close();
            _server.Statistics.Deregister(circuit);
            _circuits.Remove(circuit.Client);
            if (!_come.Exists(successor => successor.Client.RemoteEndPoint.Equals(circuit.Client.RemoteEndPoint)))
                _server.Forget(circuit.Client.RemoteEndPoint);
        }
    }

    private void RegisterCome()
    {
        if (_come.Count + _gone.Count > 0)
            Volatile.Write(ref _present, _circuits.Values.ToArray());
        try
        {
            _come.ForEach(_server.Statistics.Register);
        }
        finally
        {
            _come.Clear();
        }
    }
}
