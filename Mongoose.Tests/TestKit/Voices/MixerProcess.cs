using System.Text.Json;
using Mongoose.Mixer.Results;

namespace Mongoose.TestKit.Voices;

/// <summary>The program as its users start it.</summary>
internal static class MixerProcess
{
    public const string Program = "mongoose-mixer.dll";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    public static ProgramProcess Start(string folder, params string[] arguments) => new(folder, [], arguments, Program);

    /// <summary>Runs it to its end.</summary>
    public static async Task<(int Code, string Output, string[] Errors)> Run(string folder, string[] starter, params string[] arguments)
    {
        using ProgramProcess process = new(folder, starter, arguments, Program);
        return await Finish(process);
    }

    /// <summary>Interrupts it as Ctrl-C does.</summary>
    public static Task<(int Code, string Output, string[] Errors)> Interrupt(ProgramProcess process)
    {
        process.Stop();
        return Finish(process);
    }

    public static async Task<(int Code, string Output, string[] Errors)> Finish(ProgramProcess process)
    {
        using CancellationTokenSource limit = new(Patience);
        return await process.Finish(limit.Token);
    }

    /// <summary>Interrupts a mixer that was started with <c>--json -</c>, and reads its results.</summary>
    public static async Task<MixerResult> End(ProgramProcess process)
    {
        (int code, string output, string[] errors) = await Interrupt(process);
        Assert.That(code, Is.EqualTo(ExitCode.Interrupted), string.Join('\n', errors));
        try
        {
            return MixerJson.Parse(output);
        }
        catch (JsonException exception)
        {
            throw new AssertionException($"{exception.Message}\n{output}", exception);
        }
    }
}
