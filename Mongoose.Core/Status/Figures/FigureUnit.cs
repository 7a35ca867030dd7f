using System.Globalization;

namespace Mongoose.Core.Status.Figures;

/// <summary>How people read a figure that is stored in bytes, in seconds, or as a number.</summary>
public sealed class FigureUnit
{
    /// <summary>The text for a value that is unknown.</summary>
    public const string Unknown = "-";

    /// <summary>Bytes per second, read in kbit/s of 1000 bits.</summary>
    public static readonly FigureUnit Rate = new(125, "0");

    /// <summary>Seconds, read in milliseconds.</summary>
    public static readonly FigureUnit Time = new(1e-3, "0.0");

    /// <summary>Bytes, read in kB of 1000 bytes.</summary>
    public static readonly FigureUnit Data = new(1e3, "0.0");

    /// <summary>Bytes, of which people read every single one if they are few, because 0 then means that there are none.</summary>
    public static readonly FigureUnit ExactData = new(1e3, "0.0", "0.000");

    /// <summary>A fraction, read in percent.</summary>
    public static readonly FigureUnit Part = new(1e-2, "0.0");

    /// <summary>A number of things.</summary>
    public static readonly FigureUnit Number = new(1, "0");

    private readonly double _stored;
    private readonly string _format, _formatBelowTenth;

    /// <param name="stored">The stored value that people read as 1.</param>
    /// <param name="format">The format of what people read.</param>
    /// <param name="formatBelowTenth">The format below 0.1; null: the same.</param>
    private FigureUnit(double stored, string format, string? formatBelowTenth = null) =>
        (_stored, _format, _formatBelowTenth) = (stored, format, formatBelowTenth ?? format);

    /// <summary>The value that people read; null if it is unknown.</summary>
    public double? Shown(double? value) => value / _stored;

    /// <summary>The text that people read.</summary>
    public string Text(double? value) => Shown(value) is { } shown
        ? shown.ToString(shown < 0.1 ? _formatBelowTenth : _format, CultureInfo.InvariantCulture)
        : Unknown;
}
