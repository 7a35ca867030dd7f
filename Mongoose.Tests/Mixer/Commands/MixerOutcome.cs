using Mongoose.Mixer.Commands;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>The outcome of a run of the program.</summary>
internal sealed record MixerOutcome(int Code, string Output, string Errors)
{
    public static MixerOutcome Of(params string[] arguments)
    {
        StringWriter output = new(), errors = new();
        int code = MixerCommand.Run(arguments, output, errors);
        return new MixerOutcome(code, output.ToString(), errors.ToString());
    }
}
