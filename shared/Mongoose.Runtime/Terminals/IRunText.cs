using Spectre.Console.Rendering;

namespace Mongoose.Runtime.Terminals;

/// <summary>The texts that a program shows during a run; <see cref="RunDisplay{TView}"/> chooses where and how.</summary>
/// <typeparam name="TView">A snapshot of the run.</typeparam>
public interface IRunText<in TView>
{
    /// <summary>The text on a terminal before the first snapshot.</summary>
    IRenderable Beginning { get; }

    /// <summary>The snapshot on a terminal, where it replaces the last one.</summary>
    IRenderable Table(TView view, TerminalSize size);

    /// <summary>The snapshot as lines for a pipe; none if the last lines are recent enough.</summary>
    IEnumerable<string> Lines(TView view);
}

/// <summary>A terminal's size in characters.</summary>
public readonly record struct TerminalSize(int Width, int Height)
{
    /// <summary>The number of table rows that fit; at least one.</summary>
    /// <param name="otherLines">The lines of the terminal that are not rows.</param>
    public int RowsBeside(int otherLines) => Math.Max(1, Height - otherLines);
}
