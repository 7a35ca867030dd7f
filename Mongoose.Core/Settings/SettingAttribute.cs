namespace Mongoose.Core.Settings;

/// <summary>
/// Declares a property of a record as a setting: its key in files and all that readers, messages, help, schema and documents say of it. The
/// property's type says the kind of value, and the record's initial value is the default.
/// </summary>
/// <param name="key">In JSON files; in INI files too, there with a large first letter.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SettingAttribute(string key) : DeclarationAttribute
{
    public string Key { get; } = key;

    /// <summary>Bounds of a number, or of each of a list; both are allowed.</summary>
    public double Min { get; set; } = double.MinValue;

    /// <inheritdoc cref="Min"/>
    public double Max { get; set; } = double.MaxValue;

    /// <summary>Of a number; <c>ms</c> and <c>s</c> of a <see cref="Units.Duration"/>, <c>%</c> of a double that is a share of 1.</summary>
    public string Unit { get; set; } = "";

    /// <summary>What it is, for people: one sentence.</summary>
    public string Text { get; set; } = "";

    /// <summary>Behind the unit in messages, such as <c>one way</c>.</summary>
    public string Note { get; set; } = "";

    /// <summary>Whether the key must be there.</summary>
    public bool IsRequired { get; set; }

    /// <summary>Whether its value decides which of the record's other keys there are: see <see cref="DeclarationAttribute.Of"/>.</summary>
    public bool IsKind { get; set; }

    /// <summary>Whether 0 is allowed beside the range, and means none.</summary>
    public bool OrZero { get; set; }

    /// <summary>Whether one value may stand for a list.</summary>
    public bool OrOne { get; set; }

    /// <summary>The word for a value that is null.</summary>
    public string? NullName { get; set; }

    /// <summary>The words for a flag, "no yes": false and true are then not allowed.</summary>
    public string? FlagNames { get; set; }

    /// <summary>A type with a static list of the names that a text may be, called <see cref="NamesMember"/>.</summary>
    public Type? NamesIn { get; set; }

    public string NamesMember { get; set; } = "Names";

    /// <summary>Regular expression that a text must match; <see cref="Range"/> says it in words.</summary>
    public string? Pattern { get; set; }

    /// <summary>Of a list that is an object in files, each member under its name: the property that takes the name.</summary>
    public string? NamedBy { get; set; }

    /// <summary>What documents say of the range, if it is not a matter of this key alone.</summary>
    public string? Range { get; set; }

    /// <summary>What documents say of the default, if the value alone does not.</summary>
    public string? Default { get; set; }

    /// <summary>The key in INI files, if it is another.</summary>
    public string? Ini { get; set; }

    /// <summary>Names of the option on the command line, separated by spaces; null: there is none.</summary>
    public string? Option { get; set; }

    /// <summary>What the option's help calls its value.</summary>
    public string? HelpName { get; set; }
}

/// <summary>Declares that the settings of a property's record stand among those of the record that has it.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class InlinedAttribute : DeclarationAttribute;

/// <summary>What both kinds of declarations have.</summary>
public abstract class DeclarationAttribute : Attribute
{
    /// <summary>The record that a file's object is read into, if the property's type is not it: that record makes the value (<see cref="ISettingRules"/>).</summary>
    public Type? As { get; set; }

    /// <summary>Values of the record's <see cref="SettingAttribute.IsKind"/> with which it is there, separated by spaces; null: always.</summary>
    public string? Of { get; set; }
}
