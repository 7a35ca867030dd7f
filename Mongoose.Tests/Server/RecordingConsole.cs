using System.Globalization;
using OpenSim.Framework;

namespace Mongoose.Server.Tests;

internal sealed class RecordingConsole : ICommandConsole
{
    public List<string> Said { get; } = [];

    public void Output(string format, params object[] components) =>
        Said.Add(string.Format(CultureInfo.InvariantCulture, format, components));
}
