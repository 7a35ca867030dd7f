using Mongoose.Runtime.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>
/// A scenario cannot be read. The message has one line per problem, with the file, the place, the value and the allowed values.
/// </summary>
internal sealed class ScenarioException(string file, IReadOnlyList<SettingProblem> problems)
    : Exception(string.Join('\n', problems.Select(problem => $"{file}: {problem}")))
{
    public IReadOnlyList<SettingProblem> Problems => problems;
}
