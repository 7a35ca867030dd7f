using Mongoose.Core.Units;
using Mono.Cecil;
using Mono.Cecil.Rocks;

namespace Mongoose.Tests.Architecture;

/// <summary>Mongoose.Core only computes: it uses no clock, thread, socket, file or console, and has no static state.</summary>
[Parallelizable(ParallelScope.All)]
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

    [Test]
    public void It_references_the_base_class_library_only()
    {
        using AssemblyDefinition core = ReadCore();
        string[] others = core.MainModule.AssemblyReferences.Select(reference => reference.Name)
            .Where(name => !name.StartsWith("System.", StringComparison.Ordinal)).ToArray();
        Assert.That(others, Is.Empty);
    }

    [Test]
    public void It_calls_no_clock_and_no_input_or_output()
    {
        using AssemblyDefinition core = ReadCore();
        Assert.That(BannedCalls(core), Is.Empty);
    }

    [Test]
    public void The_check_finds_banned_calls()
    {
        using AssemblyDefinition self = AssemblyDefinition.ReadAssembly(typeof(CoreIsPureTests).Assembly.Location);
        Assert.That(BannedCalls(self).Select(call => call.Split(" calls ")[1]),
            Is.SupersetOf(new[] { "System.DateTime::get_UtcNow", "System.Threading.Thread::Sleep" }));
    }

    [Test]
    public void It_has_no_static_field_that_can_change()
    {
        using AssemblyDefinition core = ReadCore();
        IEnumerable<string> mutable = core.MainModule.GetAllTypes().SelectMany(type => type.Fields)
            .Where(field => field.IsStatic && !field.IsInitOnly && !field.IsLiteral && !IsGenerated(field))
            .Select(field => field.FullName);
        Assert.That(mutable, Is.Empty);
    }

    private static AssemblyDefinition ReadCore() => AssemblyDefinition.ReadAssembly(typeof(DataRate).Assembly.Location);

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
