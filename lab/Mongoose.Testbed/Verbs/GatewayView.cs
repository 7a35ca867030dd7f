using Mongoose.Runtime.Terminals;
using Mongoose.Testbed.Gateways;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Mongoose.Testbed.Verbs;

/// <summary>Shows the readings of a gateway: as tables on a terminal, as lines in a pipe.</summary>
internal sealed class GatewayView(GatewayOptions options) : IRunText<GatewayReading>
{
    /// <summary>The headings of <see cref="Lines"/>.</summary>
    public string[] Headings => options.Clamp is null
        ? [GatewayTable.Line(GatewayTable.Columns)]
        : [GatewayTable.Line(GatewayTable.Columns), ClampTable.Line(ClampTable.Columns)];

    /// <summary>A table without rows.</summary>
    public IRenderable Beginning => LiveTable.Of(GatewayTable.Columns, []);

    public IRenderable Table(GatewayReading reading, TerminalSize size)
    {
        Table flows = LiveTable.Of(GatewayTable.Columns, GatewayTable.Rows(reading));
        return reading.Clamp is { Clamp: var clamp }
            ? new Rows(flows, new Text(StateOf(reading.Clamp)), LiveTable.Of(ClampTable.Columns, ClampTable.Rows(reading.At, clamp)))
            : flows;
    }

    /// <summary>A line per flow in each direction, then the clamp's state and a line per clamped flow.</summary>
    public IEnumerable<string> Lines(GatewayReading reading)
    {
        IEnumerable<string> lines = GatewayTable.Rows(reading).Select(GatewayTable.Line);
        return reading.Clamp is { Clamp: var clamp }
            ? lines.Append(ClampTable.Line(reading.At, StateOf(reading.Clamp)))
            .Concat(ClampTable.Rows(reading.At, clamp).Select(ClampTable.Line))
            : lines;
    }

    /// <summary>The totals of the whole run.</summary>
    public static IEnumerable<string> Total(GatewayReading? total)
    {
        if (total is null)
            return [];
        IEnumerable<string> lines = GatewayTable.Rows(total).Select(GatewayTable.Line);
        return total.Clamp is { Released: var released }
            ? lines.Append(ClampTable.Line(total.At, ClampText.Total(released, total.Time)))
            : lines;
    }

    private string StateOf(ClampPeriod period) => ClampText.State(period.Clamp, options.Clamp!, options.Queue);
}
