using System.Text;

namespace Mongoose.Runtime.Charts;

/// <summary>The d attribute of a path, in absolute coordinates.</summary>
public sealed class PathBuilder
{
    private readonly StringBuilder _data = new();

    public bool IsEmpty => _data.Length == 0;

    public PathBuilder Move(double x, double y) => Add('M', x, y);
    public PathBuilder LineTo(double x, double y) => Add('L', x, y);
    public PathBuilder HorizontalTo(double x) => Add('H', x);
    public PathBuilder VerticalTo(double y) => Add('V', y);

    /// <summary>Draws a line to the point, or starts the path there if it is empty.</summary>
    public PathBuilder To(double x, double y) => IsEmpty ? Move(x, y) : LineTo(x, y);

    public PathBuilder Close()
    {
        _data.Append('Z');
        return this;
    }

    public override string ToString() => _data.ToString();

    private PathBuilder Add(char command, params double[] numbers)
    {
        _data.Append(command).AppendJoin(' ', numbers.Select(SvgXml.Number));
        return this;
    }
}
