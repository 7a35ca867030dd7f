using System.CommandLine;
using System.Text.Json;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Runtime.Settings;

namespace Mongoose.Testbed.Commands;

/// <summary>The option "--clamp": off, a capacity, auto, or an object as in scenario files.</summary>
internal static class ClampOption
{
    private const string Name = "--clamp", Off = "off", Auto = "auto";

    public static Option<string> Create() => new(Name)
    {
        Description = "Limit the windows of TCP flows towards the home: off; a capacity such as 19M (8k to 1000M); "
            + "auto, which measures the capacity at the queue and releases the flows where it cannot help; "
            + "or a JSON object as in scenario files: '{\"rateKbps\": 19000, \"margin\": 1}'",
        HelpName = "rate|auto|JSON",
        DefaultValueFactory = _ => Off,
    };

    /// <summary>Reads the option's value; null if there is no clamp.</summary>
    /// <exception cref="SettingsException">The value is not allowed.</exception>
    public static ClampOptions? Read(string text)
    {
        if (JsonOption.IsObject(text))
            return JsonOption.Read(Name, text, FromJson);
        if (RateOption.TryRead(text, out DataRate rate))
            return new ClampOptions { Rate = rate };
        return text switch
        {
            Off => null,
            Auto => new ClampOptions { Auto = true },
            _ => throw new SettingsException([new SettingProblem(Name, text, "allowed are off, auto, rates such as 19M or 800k "
                + "(8k to 1000M), and JSON objects")]),
        };
    }

    /// <summary>Refuses an upstream queue before any other problem in the settings.</summary>
    private static ClampOptions FromJson(JsonElement json, string where)
    {
        List<SettingProblem> problems = [];
        ClampOptions read = new JsonSource(json, where, "", problems).Read(new ClampOptions());
        if (read.Queue == ClampedQueue.Upstream)
        {
            throw new SettingsException(
                [new SettingProblem($"{where}.queue", "upstream", "the gateway has only its own queue; allowed is own")]);
        }
        return problems.Count == 0 ? read : throw new SettingsException(problems);
    }

    /// <summary>The warning for a capacity that the line does not have; null if there is nothing to warn of.</summary>
    /// <param name="clamp">The clamp; null for none.</param>
    /// <param name="down">The line's rate towards the home.</param>
    public static string? WarningOf(ClampOptions? clamp, DataRate down) => clamp?.Rate is { } rate && rate > down
        ? $"warning: {Name} {rate} is above --down {down}: windows for that capacity fill the queue, so the clamp cannot keep it short"
        : null;
}
