using System.Text;

namespace Mongoose.Runtime.Terminals;

/// <summary>
/// Writes text that a terminal shows and does not obey: titles, names and messages come from files, grids and peers.
/// <see cref="WriteLine(string)"/> writes one line, so that a name cannot pass for a line of the program; several lines are for
/// <see cref="Write(string)"/>.
/// </summary>
/// <param name="inner">Takes the text.</param>
public sealed class TerminalWriter(TextWriter inner) : TextWriter
{
    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Write(value.ToString());

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override void Write(ReadOnlySpan<char> buffer) => Write(buffer.ToString());

    public override void Write(string? value) => inner.Write(TerminalText.EscapeLines(value ?? ""));

    public override void WriteLine() => inner.WriteLine();

    public override void WriteLine(string? value) => inner.WriteLine(TerminalText.Escape(value ?? ""));

    public override void Flush() => inner.Flush();
}
