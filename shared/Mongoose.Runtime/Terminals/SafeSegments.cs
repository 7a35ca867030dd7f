using Spectre.Console.Rendering;

namespace Mongoose.Runtime.Terminals;

/// <summary>Escapes all text that a console renders; the console's own control codes are segments of another kind.</summary>
internal sealed class SafeSegments : IRenderHook
{
    public IEnumerable<IRenderable> Process(RenderOptions options, IEnumerable<IRenderable> renderables) =>
        renderables.Select(one => new Safe(one));

    private sealed class Safe(IRenderable inner) : IRenderable
    {
        public Measurement Measure(RenderOptions options, int maxWidth) => inner.Measure(options, maxWidth);

        public IEnumerable<Segment> Render(RenderOptions options, int maxWidth) => inner.Render(options, maxWidth)
            .Select(segment => segment.IsControlCode || segment.IsLineBreak
                ? segment
                : new Segment(TerminalText.EscapeLines(segment.Text), segment.Style));
    }
}
