using System.Globalization;

namespace Mongoose.Core.Status.Figures;

/// <summary>How a figure that is stored in bytes, in seconds, or as a number is displayed.</summary>
public sealed class FigureUnit
{
    /// <summary>The text for a value that is unknown.</summary>
    public const string Unknown = "-";

    /// <summary>Bytes per second, displayed in kbit/s of 1000 bits.</summary>
    public static readonly FigureUnit Rate = new("kbit/s", 125, "0");

    /// <summary>Seconds, displayed in milliseconds.</summary>
    public static readonly FigureUnit Time = new("ms", 1e-3, "0.0");

    /// <summary>Bytes, displayed in kB of 1000 bytes.</summary>
    public static readonly FigureUnit Data = new("kB", 1e3, "0.0");

    /// <summary>Bytes, displayed in kB, to the byte below 0.1 kB, so that 0 means none.</summary>
    public static readonly FigureUnit ExactData = new("kB", 1e3, "0.0", "0.000");

    /// <summary>A fraction, displayed in percent.</summary>
    public static readonly FigureUnit Percent = new("%", 1e-2, "0.0");

    /// <summary>A number of things.</summary>
    public static readonly FigureUnit Number = new("", 1, "0");

    private readonly double _scale;
    private readonly string _format, _formatBelowTenth;

    /// <summary>The unit's name; empty for a number of things.</summary>
    public string Name { get; }

    /// <param name="name">The unit's name.</param>
    /// <param name="scale">The stored value that is displayed as 1.</param>
    /// <param name="format">The format of the displayed value.</param>
    /// <param name="formatBelowTenth">The format below 0.1; null: the same.</param>
    private FigureUnit(string name, double scale, string format, string? formatBelowTenth = null) =>
        (Name, _scale, _format, _formatBelowTenth) = (name, scale, format, formatBelowTenth ?? format);

    /// <summary>The displayed value; null if it is unknown.</summary>
    public double? Shown(double? value) => value / _scale;

    /// <summary>The displayed text.</summary>
    public string Text(double? value) => Shown(value) is { } shown
        ? shown.ToString(shown < 0.1 ? _formatBelowTenth : _format, CultureInfo.InvariantCulture)
        : Unknown;
}
