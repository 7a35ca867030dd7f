using System.Reflection;
using System.Runtime.Loader;
using log4net;
using Mongoose.Core.Sending;
using Mono.Cecil;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests;

/// <summary>
/// The module with an incompatible Mongoose.Core.dll, or in an incompatible OpenSim: it stays off, logs the reason in one line, and the
/// stock server is used.
/// </summary>
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class IncompleteCopyTests
{
    private const string Core = "Mongoose.Core", ClientStack = "OpenSim.Region.ClientStack.LindenUDP";
    private const string HttpServer = "OpenSim.Framework.Servers.HttpServer", Capabilities = "OpenSim.Capabilities";
    private const string Incomplete = "this copy of Mongoose is incomplete";

    private readonly TemporaryDirectory _folder = new();

    [OneTimeTearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Without_Core_the_stock_server_is_used() => AssertStockServes(Core, null, Incomplete);

    [Test]
    public void With_a_truncated_Core_the_stock_server_is_used()
    {
        byte[] whole = File.ReadAllBytes(typeof(RegionSender<>).Assembly.Location);
        AssertStockServes(Core, Write(whole[..(whole.Length / 2)]), Incomplete);
    }

    [Test]
    public void With_an_empty_file_as_Core_the_stock_server_is_used() => AssertStockServes(Core, Write([]), Incomplete);

    /// <summary>A file that a user may not open is a folder here, because tests may run as root, who may open every file.</summary>
    [Test]
    public void With_a_Core_that_this_user_may_not_read_the_log_names_the_file_and_the_permission()
    {
        string bin = Directory.CreateDirectory(Path.Combine(_folder.Path, "bin")).FullName,
            core = Directory.CreateDirectory(Path.Combine(bin, Core + ".dll")).FullName;
        string module = Path.Combine(bin, "Mongoose.Server.dll");
        File.Copy(typeof(MongooseModule).Assembly.Location, module);
        AssertStockServes(new Copy(Core, null, module), isOpenSimTheSame: true, $"{core} cannot be read by this user", $"chmod a+r {core}");
        Assert.That(LogBook.Lines[0], Does.Not.Contain(Incomplete));
    }

    /// <summary>Covers types and members of every kind, which would be noticed as missing at different times.</summary>
    [TestCase("Units.DataRate")]
    [TestCase("Sending.SendingOptions")]
    [TestCase("Sending.RegionSender`1")]
    [TestCase("Sending.ICircuitPort")]
    [TestCase("Lludp.DatagramReader")]
    [TestCase("Lludp.DatagramReader.HasValidAcks")]
    [TestCase("Channels.AgentThrottle.Encode")]
    [TestCase("Sending.CircuitSender`1.get_InFlightLimitBytes")]
    public void With_an_older_Core_the_stock_server_is_used(string lacking) =>
        AssertStockServes(Core, Without(Core, $"{Core}.{lacking}"), "");

    [TestCase("LLUDPClient.m_packetOutboxes")]
    [TestCase("LLUDPClient.m_nextPackets")]
    [TestCase("LLUDPClient.GetThrottlesPacked")]
    [TestCase("LLUDPServer.SendPacketFinal")]
    [TestCase("LLUDPServer.HandleUnacked")]
    public void In_an_incompatible_OpenSim_the_stock_server_is_used(string lacking) => AssertStockServes(
        ClientStack, Without(ClientStack, $"{ClientStack}.{lacking}"), "this OpenSimulator lacks something that Mongoose needs",
        lacking.Split('.')[1]);

    [TestCase("LLClientView.ProcessEntityUpdates", "coarse refill")]
    [TestCase("LLClientView.m_entityProps", "exact refill")]
    [TestCase("LLUDPClient.m_maxRate", "exact refill")]
    public void In_an_OpenSim_without_an_optional_member_Mongoose_is_used(string lacking, string expected)
    {
        Start(new Copy(ClientStack, Without(ClientStack, $"{ClientStack}.{lacking}")));
        Assert.That(LogBook.Lines[0], Does.StartWith("INFO [MONGOOSE]: on").And.Contain(expected));
    }

    /// <summary>Fields and methods that are used, an interface that the module implements, and a type of a field.</summary>
    [TestCase(HttpServer, "OSHttpServer.HttpClientContext.m_sock", "HttpClientContext.m_sock")]
    [TestCase(HttpServer, "OSHttpServer.HttpClientContext.m_maxRequests", "m_maxRequests")]
    [TestCase(HttpServer, "OSHttpServer.HttpResponse.SendNextAsync", "SendNextAsync")]
    [TestCase(HttpServer, "OSHttpServer.IHttpClientContext.IsSending", "IsSending_")]
    [TestCase(HttpServer, HttpServer + ".OSHttpRequest.m_request", "OSHttpRequest.m_request")]
    [TestCase(HttpServer, HttpServer + ".PollServiceEventArgs.GetEvents", "GetEvents")]
    [TestCase(Capabilities, "OpenSim.Framework.Capabilities.Caps.TryGetPollHandler", "TryGetPollHandler")]
    [TestCase(Capabilities, "OpenSim.Framework.Capabilities.Caps.get_ExternalCapsHandlers", "ExternalCapsHandlers")]
    [TestCase(Capabilities, null, "OpenSim.Capabilities")]
    public void In_an_OpenSim_with_another_HTTP_server_all_but_downloads_is_Mongoose(string assembly, string? lacking, string named)
    {
        // The assemblies of OpenSim that use the replaced one are loaded anew with it.
        Start(new Copy(assembly, lacking is null ? null : Without(assembly, lacking)) { IsOpenSimNew = true });
        Assert.That(LogBook.Lines, Has.Count.EqualTo(2), string.Join("\n", LogBook.Lines));
        Assert.That(LogBook.Lines[0], Does.StartWith("INFO [MONGOOSE]: on"));
        Assert.That(LogBook.Lines[1], Does.StartWith("WARN [MONGOOSE]: downloads by HTTP are not paced: this OpenSimulator lacks something")
            .And.Contain(named));
    }

    private static void Start(Copy copy)
    {
        LogBook.Clear();
        // Of a type that this test cannot name, if OpenSim is new.
        dynamic module = copy.Create<object>("MongooseModule");
        Nini.Config.ConfigSourceInMemory source = new();
        source.AddConfig("Mongoose").Set("Enabled", "true");
        module.Initialise(source);
        module.Close();
        GC.KeepAlive(copy); // A context that was collected loads nothing more.
    }

    private static void AssertStockServes(string assembly, string? path, params string[] reasons)
    {
        // If OpenSim itself is replaced, its shims are types of another assembly, which this test cannot call.
        AssertStockServes(new Copy(assembly, path), isOpenSimTheSame: assembly == Core, reasons);
    }

    private static void AssertStockServes(Copy copy, bool isOpenSimTheSame, params string[] reasons)
    {
        using ModuleRig rig = new(copy.Create<ISharedRegionModule>("MongooseModule"),
            () => isOpenSimTheSame ? copy.Create<LLUDPServerShim>("MongooseServerShim") : new LLUDPServerShim(),
            ("Mongoose.Enabled", "true"));
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1).And.All.StartsWith("ERROR [MONGOOSE]: off, "));
        foreach (string reason in reasons)
            Assert.That(LogBook.Lines[0], Does.Contain(reason));
        Assert.That(LogBook.Lines[0], Does.Contain("using stock throttles").And.Not.Contain("\n"));
        Assert.That(rig.IsStockServerOff, Is.False);

        Scene scene = rig.AddRegion();
        if (isOpenSimTheSame)
            Assert.That(rig.Servers(scene).Select(server => server.GetType()), Is.EqualTo(new[] { typeof(LLUDPServer) }));
        if (reasons.Contains(Incomplete))
            Assert.That(scene.Commands, Is.Empty, "they would fail");
        rig.RemoveRegion(scene);
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1));
        GC.KeepAlive(copy);
    }

    /// <summary>Writes a copy of an assembly in which a type or a member is renamed.</summary>
    private string Without(string assembly, string lacking)
    {
        using AssemblyDefinition definition = AssemblyDefinition.ReadAssembly(Path.Combine(AppContext.BaseDirectory, assembly + ".dll"));
        if (definition.MainModule.GetType(lacking) is { } type)
        {
            type.Name += "_";
        }
        else
        {
            int dot = lacking.LastIndexOf('.');
            TypeDefinition owner = definition.MainModule.GetType(lacking[..dot]);
            IMemberDefinition member = owner.Methods.Cast<IMemberDefinition>().Concat(owner.Fields)
                .First(member => member.Name == lacking[(dot + 1)..]);
            member.Name += "_";
        }
        using MemoryStream written = new();
        definition.Write(written);
        return Write(written.ToArray());
    }

    private string Write(byte[] file)
    {
        string path = Path.Combine(_folder.Path, $"{Guid.NewGuid()}.dll");
        File.WriteAllBytes(path, file);
        return path;
    }

    /// <summary>A second copy of the module, with one of the assemblies that it needs replaced by another file or missing.</summary>
    private sealed class Copy : AssemblyLoadContext
    {
        private readonly string _assembly;
        private readonly string? _path;
        private readonly Assembly _module;

        public Copy(string assembly, string? path, string? module = null) : base(isCollectible: true)
        {
            (_assembly, _path) = (assembly, path);
            _module = LoadFromAssemblyPath(module ?? typeof(MongooseModule).Assembly.Location);
        }

        /// <summary>Whether OpenSim's assemblies are not those of this test.</summary>
        public bool IsOpenSimNew { get; init; }

        public T Create<T>(string type) => (T)_module.CreateInstance($"Mongoose.Server.{type}")!;

        // Otherwise the runtime would load the assembly from the folder of the tests.
        protected override Assembly? Load(AssemblyName name) =>
            name.Name != _assembly
                ? IsOpenSimNew && name.Name!.StartsWith("OpenSim.", StringComparison.Ordinal) ? LoadCopy(name.Name)
                : null
            : _path is null ? throw new FileNotFoundException($"there is no {name.Name}.dll")
            : LoadFromStream(new MemoryStream(File.ReadAllBytes(_path)));

        private Assembly LoadCopy(string name) => LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, name + ".dll"));
    }
}
