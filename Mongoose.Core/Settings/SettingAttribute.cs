namespace Mongoose.Core.Settings;

/// <summary>
/// Declares a property of a record as a setting: its key in files, and the information that readers, messages, help, schema and documents
/// use. The property's type determines the kind of value, and the record's initial value is the default.
/// </summary>
/// <param name="key">The key in JSON files. In INI files its first letter is a capital.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SettingAttribute(string key) : DeclarationAttribute
{
    public string Key { get; } = key;

    /// <summary>Inclusive bounds of a number, or of each number of a list.</summary>
    public double Min { get; set; } = double.MinValue;

    /// <inheritdoc cref="Min"/>
    public double Max { get; set; } = double.MaxValue;

    /// <summary>
    /// Unit of a number: <c>ms</c> or <c>s</c> for a <see cref="Units.Duration"/>, <c>%</c> for a double that is a fraction of 1.
    /// </summary>
    public string Unit { get; set; } = "";

    /// <summary>Description for users: one sentence.</summary>
    public string Text { get; set; } = "";

    /// <summary>Text after the unit in messages, such as <c>one way</c>.</summary>
    public string Note { get; set; } = "";

    /// <summary>Whether the key must be present.</summary>
    public bool IsRequired { get; set; }

    /// <summary>Whether the value determines which of the record's other keys exist: see <see cref="DeclarationAttribute.Of"/>.</summary>
    public bool IsKind { get; set; }

    /// <summary>Whether the value is a password: it is used, but never shown.</summary>
    public bool IsSecret { get; set; }

    /// <summary>Whether 0 is allowed in addition to the range, with the meaning "none".</summary>
    public bool OrZero { get; set; }

    /// <summary>Whether a single value is accepted as a list of one.</summary>
    public bool OrOne { get; set; }

    /// <summary>The word that stands for null.</summary>
    public string? NullName { get; set; }

    /// <summary>The two words for a flag, such as "no yes"; false and true are then not allowed.</summary>
    public string? FlagNames { get; set; }

    /// <summary>A type with a static member, called <see cref="NamesMember"/>, that lists the allowed names.</summary>
    public Type? NamesIn { get; set; }

    public string NamesMember { get; set; } = "Names";

    /// <summary>Regular expression that a text must match; <see cref="Range"/> describes it in words.</summary>
    public string? Pattern { get; set; }

    /// <summary>For a list that is written as an object with named members: the property that receives the name.</summary>
    public string? NamedBy { get; set; }

    /// <summary>The range in words, for help and documents instead of the bounds; for messages with a <see cref="Pattern"/>.</summary>
    public string? Range { get; set; }

    /// <summary>Description of the default for documents, if the value alone is not enough.</summary>
    public string? Default { get; set; }

    /// <summary>The key in INI files, if it differs.</summary>
    public string? Ini { get; set; }

    /// <summary>Names of the command-line option, separated by spaces; null if there is no option.</summary>
    public string? Option { get; set; }

    /// <summary>Name of the option's value in the help text.</summary>
    public string? HelpName { get; set; }
}

/// <summary>Declares that the settings of a property's record appear among those of the enclosing record.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class InlinedAttribute : DeclarationAttribute;

/// <summary>Common part of both kinds of declarations.</summary>
public abstract class DeclarationAttribute : Attribute
{
    /// <summary>
    /// The record that a file's object is read into, if it differs from the property's type. That record creates the value
    /// (<see cref="ISettingRules"/>).
    /// </summary>
    public Type? As { get; set; }

    /// <summary>
    /// Values of the record's <see cref="SettingAttribute.IsKind"/> setting for which this declaration exists, separated by spaces; null
    /// for all.
    /// </summary>
    public string? Of { get; set; }
}
