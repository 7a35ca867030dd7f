namespace Mongoose.Core.Settings;

/// <summary>A record of settings whose keys depend on each other, or of which something else is made.</summary>
public interface ISettingRules
{
    /// <summary>Called when all keys are read. Notes what does not fit together.</summary>
    /// <returns>What is used: this record, a changed one, or what the record is a description of.</returns>
    /// <exception cref="ArgumentException">Noted as a problem of the section; so is <see cref="InvalidDataException"/>.</exception>
    object Finish(ISettingReport report);
}

/// <summary>What rules ask of a source of settings.</summary>
public interface ISettingReport
{
    /// <summary>Whether the key is given.</summary>
    bool Has(string key);

    /// <summary>Notes a problem.</summary>
    /// <param name="place">A key, or a way down to one such as <c>flows[1].stopSeconds</c>; null: the section as a whole.</param>
    /// <param name="reason">What is allowed.</param>
    void Problem(string? place, string reason);

    /// <summary>Where a file is that a setting names.</summary>
    string PathOf(string file);
}
