using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Testbed.Verbs;

/// <summary>The state of flows at a moment, as rows of text.</summary>
internal interface IProgressTable
{
    string[] Columns { get; }

    /// <summary>The rows, with a cell for each of <see cref="Columns"/>.</summary>
    IReadOnlyList<string[]> Rows(Duration elapsed, IReadOnlyList<FlowProgress> flows);

    /// <summary>A row in columns of fixed width, for plain output.</summary>
    string Line(string[] row);
}
