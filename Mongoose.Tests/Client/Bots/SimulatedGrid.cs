using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Client.Bots;

/// <summary>A simulated grid of one embedded region, with a separate path for every bot.</summary>
internal sealed class SimulatedGrid
{
    public const string WrongPassword = "wrong";

    /// <summary>Half of a round trip of 100 ms.</summary>
    public static readonly LinkOptions Link50Ms = new() { Delay = Duration.FromMilliseconds(50) };

    public static readonly Uri Service = new("http://127.0.0.1:9000/");

    private readonly LinkOptions _toServer;
    private readonly LinkOptions _toClient;

    public SimulatedGrid(RegionOptions? region = null, LinkOptions? toServer = null, LinkOptions? toClient = null)
    {
        _toServer = toServer ?? new LinkOptions();
        _toClient = toClient ?? new LinkOptions();
        Network = new SimulatedNetwork(Clock);
        Region = new EmbeddedRegion(Clock, Network, UdpAddress.Loopback(9000), region ?? new RegionOptions());
        Login = LogIn;
        Client = new StandInGridClient(Clock, request => Login(request));
        Engine = new BuiltinEngine(Clock, Network, Client);
    }

    public SimulatedScheduler Clock { get; } = new();

    public SimulatedNetwork Network { get; }

    public EmbeddedRegion Region { get; }

    public StandInGridClient Client { get; }

    public BuiltinEngine Engine { get; }

    /// <summary>The login service; <see cref="LogIn"/> unless a test replaces it.</summary>
    public Func<LoginRequest, LoginResult> Login { get; set; }

    /// <summary>Logins so far.</summary>
    public List<LoginRequest> Logins { get; } = [];

    public static BotRequest Options(int count = 1, double seconds = 10) => new()
    {
        LoginUri = Service.AbsoluteUri,
        Accounts = Accounts(count),
        Length = Duration.FromSeconds(seconds),
    };

    public static AccountOptions Accounts(int count = 1, int from = 0) =>
        new() { FirstName = "Test", LastName = "Bot", Password = "secret", Count = count, From = from };

    /// <summary>Grants a login with the correct password, over a separate path.</summary>
    public LoginResult LogIn(LoginRequest request)
    {
        Logins.Add(request);
        if (request.Password == WrongPassword)
            return new LoginFailed(LoginFailure.Refused, LoginFailed.Key, "Could not authenticate your avatar.");
        return new LoginGranted
        {
            CircuitCode = (uint)Logins.Count,
            AgentId = new Guid(Logins.Count, 1, 1, new byte[8]),
            SessionId = new Guid(Logins.Count, 2, 2, new byte[8]),
            Region = Path(Region.Address),
            SeedCapability = new Uri(Service, $"seed/{Logins.Count}"),
            RegionX = 256_000,
            RegionY = 256_000,
        };
    }

    /// <summary>The near ends of all paths, in the order in which they were created.</summary>
    public List<UdpAddress> Paths { get; } = [];

    /// <summary>Adds a region.</summary>
    public EmbeddedRegion Add(string name, RegionOptions? options = null, int port = 9001) =>
        new(Clock, Network, UdpAddress.Loopback(port), (options ?? new RegionOptions()) with { Name = name });

    /// <summary>The event that ends a teleport to a region, over a new path.</summary>
    public RegionEvent Finish(EmbeddedRegion region) =>
        new(RegionEventKind.TeleportFinish, Path(region.Address), new Uri(Service, $"seed/{region.Options.Name}"));

    /// <summary>Creates a path to a region and returns the address of its near end.</summary>
    private UdpAddress Path(UdpAddress region)
    {
        UdpAddress near = new UdpRelay(Clock, Network, region, _toServer, _toClient).Address;
        Paths.Add(near);
        return near;
    }

    /// <summary>Begins a run and lets a number of seconds pass; if they exceed its length, the run is over.</summary>
    public BotRun Run(BotRequest request, double seconds)
    {
        BotRun run = new(Clock, Engine, request);
        run.Begin();
        Pass(seconds);
        return run;
    }

    /// <summary>The result of a run as it is now.</summary>
    public BotRunResult ResultOf(BotRun run, BotRequest request, double seconds) =>
        BotRunResult.Of(run, request, Engine, [], Duration.FromSeconds(seconds), interrupted: false);

    public RunSummary SummaryOf(BotRun run, double seconds) => ResultOf(run, Options(run.Bots.Count), seconds).Summary;

    public void Pass(double seconds) => Clock.RunFor(Duration.FromSeconds(seconds));
}
