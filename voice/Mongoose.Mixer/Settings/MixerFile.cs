using System.Text.Json;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Settings;

namespace Mongoose.Mixer.Settings;

/// <summary>A mixer's file: JSON with comments and trailing commas.</summary>
public static class MixerFile
{
    /// <summary>The schema of files.</summary>
    public static string Schema => SettingSchema.Write(typeof(MixerSettings), "A mixer of mongoose-mixer");

    /// <summary>Reads a file.</summary>
    /// <exception cref="SettingsException">
    /// The file cannot be read or has errors; each problem has a path in the file, or its line and column.
    /// </exception>
    public static MixerSettings Read(string path)
    {
        try
        {
            return Parse(File.ReadAllText(path));
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new SettingsException([new SettingProblem("$", null, "there is no such file")]);
        }
        catch (Exception exception) when (exception is not SettingsException && PathFault.Is(exception))
        {
            throw new SettingsException([new SettingProblem("$", null, exception.Message)]);
        }
    }

    /// <summary>Reads the text of a file.</summary>
    /// <exception cref="SettingsException">The text has errors.</exception>
    public static MixerSettings Parse(string json)
    {
        List<SettingProblem> problems = [];
        using JsonDocument document = LenientJson.Parse(json);
        JsonSource source = new(document.RootElement, "$", "", problems);
        MixerSettings settings = source.Read(new MixerSettings());
        string[] wrong = problems.Select(problem => problem.Path).ToArray();
        MixerRules.Check(settings, source, place => !wrong.Any(path => path == "$" || MixerRules.IsIn($"$.{place}", path, '.')));
        return problems.Count == 0 ? settings : throw new SettingsException(problems);
    }
}
