using System.Reflection;
using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Voice.Mixing;
using Mono.Cecil;
using Mono.Cecil.Rocks;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// Mongoose.Core, Mongoose.Verse and Mongoose.Voice only compute: they use no clock, thread, socket, file or console, and have no static
/// state.
/// </summary>
public sealed class CoreIsPureTests
{
    /// <summary>The banned types and single members.</summary>
    private static readonly string[] Banned =
    [
        "System.DateTime::get_Now", "System.DateTime::get_UtcNow", "System.DateTime::get_Today",
        "System.DateTimeOffset::get_Now", "System.DateTimeOffset::get_UtcNow",
        "System.Environment::get_TickCount", "System.Environment::get_TickCount64", "System.Random::get_Shared",
        "System.Diagnostics.Stopwatch", "System.Diagnostics.Process", "System.TimeProvider", "System.Console",
        "System.Threading.Thread", "System.Threading.ThreadPool", "System.Threading.Timer", "System.Threading.PeriodicTimer",
        "System.Threading.Monitor", "System.Timers.Timer",
        "System.IO.File", "System.IO.FileInfo", "System.IO.FileStream", "System.IO.Directory",
    ];

    private static readonly string[] BannedNamespaces = ["System.Net", "System.Threading.Tasks"];

    private static readonly Assembly[] Pure =
        [typeof(DataRate).Assembly, typeof(VerseConnection).Assembly, typeof(MixingController).Assembly];

    [TestCaseSource(nameof(Pure))]
    public void It_references_no_library_but_Core_and_Opus(Assembly assembly)
    {
        using AssemblyDefinition pure = Read(assembly);
        string[] others = pure.MainModule.AssemblyReferences.Select(reference => reference.Name)
            .Where(name => !name.StartsWith("System.", StringComparison.Ordinal)).ToArray();
        Assert.That(others, Is.SubsetOf(assembly == typeof(DataRate).Assembly ? []
            : assembly == typeof(MixingController).Assembly ? new[] { "Mongoose.Core", "Concentus" } : ["Mongoose.Core"]));
    }

    [Test]
    public void Verse_uses_only_the_units_of_Core()
    {
        using AssemblyDefinition verse = Read(typeof(VerseConnection).Assembly);
        Assert.That(verse.MainModule.GetTypeReferences().Select(type => type.Namespace)
            .Where(name => name.StartsWith("Mongoose.", StringComparison.Ordinal)),
            Is.Not.Empty.And.All.EqualTo("Mongoose.Core.Units"));
    }

    /// <summary>Voice uses what computes rates, losses and paths: nothing of LLUDP's channels, senders and messages.</summary>
    [Test]
    public void Voice_uses_no_LLUDP_of_Core()
    {
        using AssemblyDefinition voice = Read(typeof(MixingController).Assembly);
        string[] used = voice.MainModule.GetTypeReferences().Select(type => type.Namespace)
            .Where(name => name.StartsWith("Mongoose.", StringComparison.Ordinal)).Distinct().ToArray();
        Assert.That(used, Is.Not.Empty.And.SubsetOf(new[]
        {
            "Mongoose.Core.Units", "Mongoose.Core.Loss", "Mongoose.Core.RateControl", "Mongoose.Core.Paths", "Mongoose.Core.Settings",
        }));
    }

    [TestCaseSource(nameof(Pure))]
    public void It_calls_no_clock_and_no_input_or_output(Assembly assembly)
    {
        using AssemblyDefinition pure = Read(assembly);
        Assert.That(BannedCalls(pure), Is.Empty);
    }

    [Test]
    public void The_check_finds_banned_calls()
    {
        using AssemblyDefinition self = AssemblyDefinition.ReadAssembly(typeof(CoreIsPureTests).Assembly.Location);
        Assert.That(BannedCalls(self).Select(call => call.Split(" calls ")[1]),
            Is.SupersetOf(new[] { "System.DateTime::get_UtcNow", "System.Threading.Thread::Sleep" }));
    }

    [TestCaseSource(nameof(Pure))]
    public void It_has_no_static_field_that_can_change(Assembly assembly)
    {
        using AssemblyDefinition pure = Read(assembly);
        IEnumerable<string> mutable = pure.MainModule.GetAllTypes().SelectMany(type => type.Fields)
            .Where(field => field.IsStatic && !field.IsInitOnly && !field.IsLiteral && !IsGenerated(field))
            .Select(field => field.FullName);
        Assert.That(mutable, Is.Empty);
    }

    private static AssemblyDefinition Read(Assembly assembly) => AssemblyDefinition.ReadAssembly(assembly.Location);

    private static string[] BannedCalls(AssemblyDefinition assembly) =>
        (from method in assembly.MainModule.GetAllTypes().SelectMany(type => type.Methods)
         where method.HasBody
         from instruction in method.Body.Instructions
         let called = instruction.Operand as MethodReference
         where called is not null && IsBanned(called)
         select $"{method.FullName} calls {called.DeclaringType.FullName}::{called.Name}").ToArray();

    private static bool IsBanned(MethodReference called)
    {
        TypeReference type = called.DeclaringType.GetElementType();
        return Banned.Contains(type.FullName) || Banned.Contains($"{type.FullName}::{called.Name}")
            || BannedNamespaces.Any(name => type.Namespace == name || type.Namespace.StartsWith(name + ".", StringComparison.Ordinal));
    }

    private static bool IsGenerated(FieldDefinition field) => field.DeclaringType.Name.StartsWith('<') || field.Name.StartsWith('<');

    // Never runs; the check must find these calls in this assembly.
    internal static void Offend()
    {
        _ = DateTime.UtcNow;
        Thread.Sleep(0);
    }
}
