using System.Text;
using Spectre.Console;

namespace Mongoose.Runtime.Terminals;

/// <summary>A terminal's size and text.</summary>
internal sealed class TerminalOutput(TextWriter text) : IAnsiConsoleOutput
{
    private const int DefaultWidth = 80, DefaultHeight = 24;

    public TextWriter Writer => text;

    public bool IsTerminal => true;

    public int Width => SizeOr(DefaultWidth, () => Console.BufferWidth);

    public int Height => SizeOr(DefaultHeight, () => Console.WindowHeight);

    public void SetEncoding(Encoding encoding) => Console.OutputEncoding = encoding;

    /// <summary>A terminal that is gone has no size.</summary>
    private static int SizeOr(int fallback, Func<int> size)
    {
        try
        {
            return size() is > 0 and int known ? known : fallback;
        }
        catch (IOException)
        {
            return fallback;
        }
    }
}
