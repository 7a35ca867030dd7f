namespace Mongoose.Core.Settings;

/// <summary>A record of settings whose keys depend on each other, or that is converted into another object.</summary>
public interface ISettingRules
{
    /// <summary>Called when all keys have been read. Reports settings that do not fit together.</summary>
    /// <returns>The object to use: this record, a changed copy, or the object that the record describes.</returns>
    /// <exception cref="ArgumentException">
    /// The settings contradict each other. The caller reports it as a problem of the section, and likewise an
    /// <see cref="InvalidDataException"/>.
    /// </exception>
    object Finish(ISettingReport report);
}

/// <summary>A source of settings, as rules use it.</summary>
public interface ISettingReport
{
    /// <summary>Whether the key is present.</summary>
    bool Has(string key);

    /// <summary>Reports a problem.</summary>
    /// <param name="place">A key, or a path to a key such as <c>flows[1].stopSeconds</c>; null for the section as a whole.</param>
    /// <param name="reason">The reason, including what is allowed.</param>
    void Problem(string? place, string reason);

    /// <summary>The path of a file that a setting names.</summary>
    string PathOf(string file);
}
