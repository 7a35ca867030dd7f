using Mongoose.Client.Commands;

namespace Mongoose.TestKit.Hosts;

/// <summary>The outcome of a run of the program.</summary>
internal sealed record BotOutcome(int Code, string Output, string Errors)
{
    public static BotOutcome Of(params string[] arguments)
    {
        StringWriter output = new(), errors = new();
        int code = BotCommand.Run(arguments, output, errors);
        return new BotOutcome(code, output.ToString(), errors.ToString());
    }

    /// <summary>Options with values, followed by further options, or replaced by options of the same name.</summary>
    public static string[] With(string[] defaults, string[] arguments) =>
        [.. defaults.Chunk(2).Where(pair => !arguments.Contains(pair[0])).SelectMany(pair => pair), .. arguments];
}
