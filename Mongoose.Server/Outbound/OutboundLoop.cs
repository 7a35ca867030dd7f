using System.Diagnostics;
using System.Reflection;
using log4net;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>
/// The thread that sends a region's packets: resends, acks and pings as stock, then each circuit by its shaper, then a sleep of some
/// milliseconds. It never spins. Switched to stock scheduling it calls OpenSim's own, on the same thread, so a switch loses nothing.
/// </summary>
internal sealed class OutboundLoop
{
    private const int StockSleepMilliseconds = 15, EmptySleepMilliseconds = 50;

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    /// <summary>How soon a client that came or went is noticed.</summary>
    private static readonly Duration RollInterval = Duration.FromMilliseconds(20);

    private static readonly Duration ResendInterval = Duration.FromMilliseconds(100);
    private static readonly Duration AckInterval = Duration.FromMilliseconds(500);
    private static readonly Duration PingInterval = Duration.FromMilliseconds(5000);
    private static readonly Duration WatchdogInterval = Duration.FromMilliseconds(250);
    private static readonly Duration ErrorLogInterval = Duration.FromSeconds(10);

    private readonly MongooseUdpServer _server;
    private readonly SceneShaper _scene;
    private readonly CircuitRoll _roll;
    private readonly Func<SceneShare, int> _sendLent;
    private readonly long _origin = Stopwatch.GetTimestamp();
    private readonly object _errorGate = new();
    private Deadline _rollCall, _resend, _acks, _pings, _watchdog;
    private Instant _now;
    private Instant _nextErrorLog;
    private bool _resendDue, _acksDue, _pingsDue, _shapes, _stockBusy;
    private Pace _pace;
    private volatile bool _running = true;

    public OutboundLoop(MongooseUdpServer server)
    {
        _server = server;
        _scene = new SceneShaper(server.SceneRate, server.State.Settings.Shaping.Burst, Now);
        _roll = new CircuitRoll(server, _scene);
        _sendLent = share => SendLent((CircuitOutbound)share.Owner!);
        SendPacketFinal = server.State.Internals.SendPacketFinal(server);
    }

    /// <summary>The circuits as of the last roll call at which one came or went.</summary>
    public IReadOnlyList<CircuitOutbound> Circuits => _roll.Present;

    /// <summary>OpenSim's own last step for a packet.</summary>
    public Action<OutgoingPacket> SendPacketFinal { get; }

    /// <summary>Time since the loop was made.</summary>
    public Instant Now => new((long)(Stopwatch.GetElapsedTime(_origin).Ticks * 100));

    public void Stop() => _running = false;

    public void Run()
    {
        Culture.SetCurrentCulture();
        while (_running)
        {
            int sleep = (int)Pace.Busy;
            try
            {
                sleep = Pass();
            }
            catch (Exception exception)
            {
                Report("a pass", exception);
            }
            Thread.Sleep(sleep);
        }
        Watchdog.RemoveThread();
    }

    /// <summary>As the other, of something that concerns a client. One that is being closed loses its queues while they are used: that is no failure.</summary>
    public void Report(LLClientView view, string what, Exception exception)
    {
        if (view.IsActive && view.UDPClient.IsConnected)
            Report($"{what} {view.Name}", exception);
    }

    /// <summary>Counts a failure, and logs it unless one has been logged just now. The refill thread has failures too.</summary>
    private void Report(string where, Exception exception)
    {
        _server.Counters.CountFailure();
        lock (_errorGate)
        {
            if (Now < _nextErrorLog)
                return;
            _nextErrorLog = Now + ErrorLogInterval;
        }
        Log.Error($"[MONGOOSE]: {where} in region {_server.Scene.Name} failed ({_server.Counters.Failures} failures so far): {exception.Message}", exception);
    }

    /// <summary>Serves every client once; how long to sleep.</summary>
    private int Pass()
    {
        _now = Now;
        _server.Scene.ThreadAlive(2);
        if (_watchdog.IsDue(_now, WatchdogInterval))
            Watchdog.UpdateThread();
        _resendDue = _resend.IsDue(_now, ResendInterval);
        _acksDue = _acks.IsDue(_now, AckInterval);
        _pingsDue = _pings.IsDue(_now, PingInterval);
        _shapes = _server.State.Shapes;
        (_pace, _stockBusy) = (Pace.Idle, false);
        _scene.Refill(_now);

        if (_rollCall.IsDue(_now, RollInterval))
            _roll.Call(_now);
        bool all = !_shapes || _resendDue || _acksDue || _pingsDue;
        foreach (CircuitOutbound circuit in _roll.Present)
        {
            if (all || circuit.IsDue(_now))
                Serve(circuit);
            _pace = (Pace)Math.Min((int)_pace, (int)circuit.Pace);
        }
        if (_shapes)
            _scene.Lend(_sendLent);

        if (_roll.Present.Length == 0)
            return EmptySleepMilliseconds;
        if (_shapes)
            return (int)_pace;
        return _stockBusy ? 0 : StockSleepMilliseconds;
    }

    private void Serve(CircuitOutbound circuit)
    {
        LLClientView view = circuit.View;
        if (!circuit.Client.IsConnected)
            return;
        try
        {
            if (view.IsActive)
                KeepUp(view, circuit.Client);
            if (_shapes)
                circuit.Serve(_now);
            else
                _stockBusy |= circuit.ServeStock(_now);
        }
        catch (Exception exception)
        {
            Report(view, "the circuit of", exception);
        }
    }

    private int SendLent(CircuitOutbound circuit)
    {
        try
        {
            return circuit.Client.IsConnected ? circuit.SendLent(_now) : 0;
        }
        catch (Exception exception)
        {
            Report(circuit.View, "the circuit of", exception);
            return 0;
        }
    }

    private void KeepUp(LLClientView view, LLUDPClient udp)
    {
        if (_resendDue)
            _server.HandleUnacked(view);
        if (_acksDue)
            _server.SendAcks(udp);
        if (_pingsDue)
            _server.SendPing(udp);
    }

    /// <summary>Something that is due again and again.</summary>
    private struct Deadline
    {
        private Instant _next;

        public bool IsDue(Instant now, Duration interval)
        {
            if (now < _next)
                return false;
            _next = now + interval;
            return true;
        }
    }
}
