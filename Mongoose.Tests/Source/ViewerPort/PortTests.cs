using Mongoose.Tests.Source.ViewerPort.Vectors;

namespace Mongoose.Tests.Source.ViewerPort;

/// <summary>The C++ port, compiled as docs/viewers/viewers.md describes, if the host has a compiler.</summary>
[Category("Process")]
[Parallelizable(ParallelScope.Self)]
public sealed class PortTests
{
    private const int Deadline = 240_000;

    private static readonly string[] Options = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];

    private static string Folder => Path.Combine(Repository.Root(), "Mongoose.Viewer");

    private static int Steps => Stories.All.Sum(trace => trace.Steps.Count) + SplitVector.All.Count;

    /// <summary>If a folder with stand-ins for standard headers is given, they replace the compiler's headers.</summary>
    [Test, CancelAfter(Deadline)]
    public async Task The_port_replays_every_step_of_every_vector(
        [Values("", "class_iterators")] string standIns, CancellationToken deadline)
    {
        string said = await CompileAndRun(deadline, [VectorFile.Directory], standIns,
            "tests/replay_vectors.cpp", "tests/json.cpp", "llmongoosethrottle.cpp");
        Assert.That(said, Does.Contain($"replay_vectors: {Steps} passed, 0 failed"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_documented_rules_reproduce_every_step_of_every_vector(CancellationToken deadline)
    {
        HostProgram python = FindPython();
        string said = await python.Run(deadline, "-B", Path.Combine(Folder, "tests", "replay_document.py"), VectorFile.Directory);
        Assert.That(said, Does.Contain($"replay_document: {Steps} passed, 0 failed"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_circuit_distinguishes_its_pings_from_the_viewer_s(CancellationToken deadline)
    {
        string said = await CompileAndRun(deadline, [], "", "tests/circuit_test.cpp", "llmongoosecircuit.cpp", "llmongoosethrottle.cpp");
        Assert.That(said, Does.Contain(" 0 failed"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_control_works_with_stand_ins_for_a_viewer(CancellationToken deadline)
    {
        string said = await CompileAndRun(deadline, [], "viewer",
            "tests/control_test.cpp", "newview/llmongoosecontrol.cpp", "llmongoosecircuit.cpp", "llmongoosethrottle.cpp");
        Assert.That(said, Does.Contain(" 0 failed"));
    }

    [Test, CancelAfter(Deadline)]
    public async Task The_apply_script_adds_the_port_to_a_viewer_and_removes_it(CancellationToken deadline)
    {
        HostProgram python = FindPython();
        string tests = Path.Combine(Folder, "tests");
        string said = await python.Run(deadline, "-B", "-m", "unittest", "discover", "-s", tests, "-p", "*_test.py");
        Assert.That(said, Does.Match(@"Ran [1-9]\d* tests"));
    }

    private static HostProgram FindPython() => HostProgram.FindOrSkip("python3", "python3.exe");

    private static async Task<string> CompileAndRun(
        CancellationToken deadline, string[] arguments, string headers, params string[] sources)
    {
        HostProgram compiler = HostProgram.FindOrSkip("c++", "g++", "clang++");
        using var directory = new TemporaryDirectory();
        string program = Path.Combine(directory.Path, "program");
        await compiler.Run(deadline, [.. Options, "-I", Folder, "-I", Path.Combine(Folder, "tests", headers), "-o", program,
            .. sources.Select(source => Path.Combine(Folder, source))]);
        return await new HostProgram(program).Run(deadline, arguments);
    }
}
