using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Mongoose.Tests.Simulators;

/// <summary>An OpenSim whose method that sends packets throws for every texture packet to one account.</summary>
[Category("OpenSim")]
[NonParallelizable] // It measures.
public sealed class ModuleFailingSendTests : InTemporaryDirectory
{
    private const string Udp = "OpenSim.Region.ClientStack.LindenUDP", Fault = "thrown for a test";
    private const int Unlucky = 1, Other = 2;
    private const double LogIntervalSeconds = 10;

    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(12);

    private OpenSimBin _bin = null!;

    [SetUp]
    public void FindBin() => _bin = InstalledOpenSim.FindOrSkip();

    [Test, Measured]
    public void Failures_are_counted_and_logged_at_intervals_and_other_circuits_are_unaffected()
    {
        OpenSimPool.StopIdle();
        using OpenSimInstance grid = OpenSimInstance.Start(new OpenSimOptions
        {
            Bin = _bin,
            Module = [.. ModuleFixture.Module(), new ModuleFile(WithFault(), $"{Udp}.dll")],
            ExtraIni = "[Mongoose]\nEnabled = true\n",
        });
        using RealTimeLoop loop = new("viewers");
        ChannelRates throttle =
            ViewerSplit.Of(DataRate.FromMegabitsPerSecond(1.5), DataRate.FromMegabitsPerSecond(8).ViewerKilobitsPerSecond);
        ViewerOptions options = new()
        {
            Throttle = throttle,
            Textures = LibraryTextures.Read(_bin).Select(texture => texture.Id).ToArray(),
            RepeatTextures = true
        };
        using GridVisit other = GridVisit.Begin(loop, grid, Other, options);
        using GridVisit unlucky = GridVisit.Begin(loop, grid, Unlucky, options with { TexturesOutstanding = options.Textures.Count });
        Thread.Sleep(2000);

        double share = Received(loop, other, Measured) / throttle.Total;
        long failures = Failures(grid);
        string[] errors = OpenSimLog.Errors(grid.Log()).Where(line => line.Contains(" ERROR ", StringComparison.Ordinal)).ToArray();
        TestContext.Out.WriteLine($"{failures} failures, {errors.Length} lines; the other circuit got {share:0.0%}");
        Assert.Multiple(() =>
        {
            Assert.That(share, Is.GreaterThan(0.95));
            Assert.That(failures, Is.GreaterThan(100));
            Assert.That(errors, Has.Length.InRange(1, 2 + Measured.TotalSeconds / LogIntervalSeconds)
                .And.All.Contains("sending to Viewer 1").And.All.Contains(Fault));
            Assert.That(unlucky.Read(viewer => viewer.Reception(Channel.Texture).Packets), Is.Zero);
            Assert.That(unlucky.Read(viewer => (viewer.State, viewer.RoundTrip is not null)), Is.EqualTo((ViewerState.Connected, true)));
        });

        grid.Console.Ask("mongoose disable");
        grid.Console.Ask("mongoose reset stats");
        Assert.That(Received(loop, other, TimeSpan.FromSeconds(3)) / throttle.Total, Is.GreaterThan(0.25), "stock's share");
        Assert.That(Failures(grid), Is.GreaterThan(10), "a packet that cannot be sent is dropped and the next one is tried");
        Assert.That(unlucky.Read(viewer => viewer.State), Is.EqualTo(ViewerState.Connected));
    }

    /// <summary>Writes a copy of OpenSim's UDP server with a condition at the beginning of SendPacketFinal.</summary>
    private string WithFault()
    {
        string changed = Path.Combine(Folder, $"{Udp}.dll");
        using DefaultAssemblyResolver resolver = new();
        resolver.AddSearchDirectory(_bin.Directory);
        using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(
            Path.Combine(_bin.Directory, $"{Udp}.dll"), new ReaderParameters { AssemblyResolver = resolver });
        ModuleDefinition module = assembly.MainModule;
        TypeDefinition packet = module.GetType($"{Udp}.OutgoingPacket"), client = module.GetType($"{Udp}.LLUDPClient");
        FieldDefinition agent = client.Fields.Single(field => field.Name == "AgentID");
        MethodDefinition send = module.GetType($"{Udp}.LLUDPServer").Methods.Single(method => method.Name == "SendPacketFinal");
        Instruction rest = send.Body.Instructions[0];
        ILProcessor il = send.Body.GetILProcessor();
        Instruction[] fault =
        [
            il.Create(OpCodes.Ldarg_1),
            il.Create(OpCodes.Ldfld, packet.Fields.Single(field => field.Name == "Category")),
            il.Create(OpCodes.Ldc_I4, (int)Channel.Texture),
            il.Create(OpCodes.Bne_Un, rest),
            il.Create(OpCodes.Ldarg_1),
            il.Create(OpCodes.Ldfld, packet.Fields.Single(field => field.Name == "Client")),
            il.Create(OpCodes.Ldflda, agent),
            il.Create(OpCodes.Constrained, agent.FieldType),
            il.Create(OpCodes.Callvirt, module.ImportReference(typeof(object).GetMethod(nameof(ToString))!)),
            il.Create(OpCodes.Ldstr, $"{OpenSimUser.Number(Unlucky).Id}"),
            il.Create(OpCodes.Call, module.ImportReference(typeof(string).GetMethod("op_Equality")!)),
            il.Create(OpCodes.Brfalse, rest),
            il.Create(OpCodes.Ldstr, Fault),
            il.Create(OpCodes.Newobj, module.ImportReference(typeof(InvalidOperationException).GetConstructor([typeof(string)])!)),
            il.Create(OpCodes.Throw),
        ];
        foreach (Instruction instruction in fault)
            il.InsertBefore(rest, instruction);
        assembly.Write(changed);
        return changed;
    }

    private static DataRate Received(RealTimeLoop loop, GridVisit visit, TimeSpan time)
    {
        (long before, Instant from) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, loop.Now));
        Thread.Sleep(time);
        (long after, Instant to) = visit.Read(viewer => (viewer.Reception(Channel.Texture).Bytes, loop.Now));
        return DataRate.Of(after - before, to - from);
    }

    private static long Failures(OpenSimInstance grid) => long.Parse(
        grid.Console.Ask("mongoose show status").Single(line => line.StartsWith("Testbed ", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[^3],
        System.Globalization.CultureInfo.InvariantCulture);
}
