using System.Runtime.Versioning;
using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Simulators.Causes.Lines;

namespace Mongoose.Tests.Simulators.Causes.Visitors;

/// <summary>A visitor behind a line of a <see cref="VisitorNetwork"/>. Its viewer runs on the visitors' loop.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Visitor : IDisposable
{
    private static readonly Duration LoadInterval = Duration.FromMilliseconds(250);
    private static readonly TimeSpan ArrivalPatience = TimeSpan.FromSeconds(90), LogoutPatience = TimeSpan.FromSeconds(2);

    private readonly RealTimeLoop _loop;
    private readonly Viewer _viewer;
    private readonly double _textureBytes;
    private readonly ManualResetEventSlim _connected = new(), _closed = new();
    private readonly Staleness _seen;
    private double? _loads;
    private double _owed;
    private long _bytes;

    /// <summary>Logs in and waits until the avatar is in the region.</summary>
    /// <param name="loop">The thread of all viewers, on the visitors' host.</param>
    /// <param name="network">The network.</param>
    /// <param name="grid">The simulator.</param>
    /// <param name="user">The number of the account.</param>
    /// <param name="textures">What it loads by its circuit.</param>
    /// <param name="plan">The visitor.</param>
    public Visitor(RealTimeLoop loop, VisitorNetwork network, OpenSimInstance grid, int user, IReadOnlyList<LibraryTexture> textures,
        VisitorPlan plan)
    {
        _loop = loop;
        _seen = new Staleness(loop.Now);
        _textureBytes = textures.Average(texture => texture.Bytes);
        Plan = plan;
        network.SetLine(plan.LineNumber, plan.Down);
        Login = GridVisit.LogIn(grid, user);
        OpenSimUser account = grid.User(user);
        Name = $"{account.First} {account.Last}";
        ViewerOptions options = new()
        {
            Region = Login.Region,
            Host = network.AddressOf(plan.LineNumber),
            CircuitCode = Login.CircuitCode,
            AgentId = Login.AgentId,
            SessionId = Login.SessionId,
            Throttle = SplitOf(plan.Asks),
            Textures = [.. textures.Select(texture => texture.Id)],
            TexturesOutstanding = 32,
            RepeatTextures = true,
            Acks = plan.Acks,
        };
        _viewer = loop.Invoke(() => new Viewer(loop, loop, options) { Connected = _connected.Set, Closed = _closed.Set });
        loop.Invoke(() =>
        {
            _viewer.AllowTextures(0);
            _viewer.Start();
        });
        if (!_connected.Wait(ArrivalPatience))
            throw new OpenSimException($"the region let {Name} not in within {ArrivalPatience}");
        _loads = plan.Loads;
        loop.Invoke(Load);
    }

    public VisitorPlan Plan { get; }

    public string Name { get; }

    /// <summary>What it loads by its circuit, in Mbit/s: if that is as much as arrives, what its viewer asks for.</summary>
    public double Wants => _loop.Invoke(() => _loads ?? Plan.Asks);

    public LoginGranted Login { get; }

    /// <summary>Its viewer, for use on the visitors' loop.</summary>
    public Viewer Viewer => _viewer;

    /// <summary>Loads by its circuit from now on, in Mbit/s; null: as much as arrives.</summary>
    public void Load(double? megabits) => _loop.Invoke(() => _loads = megabits);

    /// <summary>Changes the bandwidth of the viewer's preferences, in Mbit/s.</summary>
    public void Ask(double megabits) => _loop.Invoke(() => _viewer.SetThrottle(SplitOf(megabits)));

    /// <summary>Measures from now on how old is what the visitor sees of a walker.</summary>
    public void Observe(TurningWalker walker) =>
        _loop.Invoke(() => new WalkerAges(_loop, walker, _viewer) { Measured = age => _seen.Show(_loop.Now, age) }.Start());

    /// <summary>
    /// The bytes that arrived by the circuit, and the mean and greatest age of what the visitor saw in ms, since this method was called
    /// before.
    /// </summary>
    public (long Bytes, double Age, double MaxAge) Take() => _loop.Invoke(() =>
    {
        (double mean, double max) = _seen.Take(_loop.Now);
        long bytes = _viewer.BytesReceived - _bytes;
        _bytes = _viewer.BytesReceived;
        return (bytes, mean, max);
    });

    public void Dispose()
    {
        _loop.Invoke(_viewer.Logout);
        _closed.Wait(LogoutPatience);
        _loop.Invoke(_viewer.Dispose);
        _connected.Dispose();
        _closed.Dispose();
    }

    private static ChannelRates SplitOf(double megabits) =>
        ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), DataRate.FromMegabitsPerSecond(8).ViewerKilobitsPerSecond);

    /// <summary>Asks for as many textures as the visitor loads in an interval.</summary>
    private void Load()
    {
        if (_viewer.State != ViewerState.Connected)
            return;
        if (_loads is { } megabits)
        {
            _owed += DataRate.FromMegabitsPerSecond(megabits).BytesPerSecond * LoadInterval.Seconds / _textureBytes;
            int textures = (int)_owed;
            _owed -= textures;
            _viewer.AllowTextures(textures);
        }
        else
        {
            _viewer.AllowTextures(int.MaxValue);
        }
        _loop.At(_loop.Now + LoadInterval, Load);
    }
}
